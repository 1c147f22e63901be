import type { Command } from './command.ts'
import { createApp } from './commands/applications/create-app.ts'
import { deleteApp } from './commands/applications/delete-app.ts'
import { disconnect } from './commands/applications/disconnect.ts'
import { listApps } from './commands/applications/list-apps.ts'
import { listConnectionsCommand } from './commands/applications/list-connections.ts'
import { rotateAppSecret } from './commands/applications/rotate-app-secret.ts'
import { backup } from './commands/database/backup.ts'
import { copyFiles } from './commands/database/copy-files.ts'
import { migrate } from './commands/database/migrate.ts'
import { restore } from './commands/database/restore.ts'
import { rotateKey } from './commands/database/rotate-key.ts'
import { doctor } from './commands/doctor/doctor.ts'
import { importGuide } from './commands/guides/import-guide.ts'
import { discardImportCommand } from './commands/imports/discard-import.ts'
import { importCommand } from './commands/imports/import.ts'
import { undoImportCommand } from './commands/imports/undo-import.ts'
import { createKey } from './commands/keys/create-key.ts'
import { listKeys } from './commands/keys/list-keys.ts'
import { revokeKey } from './commands/keys/revoke-key.ts'
import { listen } from './commands/listen/listen.ts'
import { mailServer } from './commands/mail/mail-server.ts'
import { sendKeptMail } from './commands/mail/send-kept-mail.ts'
import { createUser } from './commands/people/create-user.ts'
import { resetPassword } from './commands/people/reset-password.ts'
import { setup } from './commands/people/setup.ts'
import { serve } from './commands/serve/serve.ts'
import { audit } from './commands/workspaces/audit.ts'
import { changePlan } from './commands/workspaces/change-plan.ts'
import { deleteWorkspaceCommand } from './commands/workspaces/delete-workspace.ts'
import { exportCommand, exportGuide } from './commands/workspaces/export.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  setup,
  createUser,
  resetPassword,
  createKey,
  listKeys,
  revokeKey,
  createApp,
  listApps,
  rotateAppSecret,
  deleteApp,
  listConnectionsCommand,
  disconnect,
  audit,
  changePlan,
  deleteWorkspaceCommand,
  importGuide,
  exportGuide,
  importCommand,
  undoImportCommand,
  discardImportCommand,
  exportCommand,
  mailServer,
  sendKeptMail,
  listen,
  migrate,
  backup,
  restore,
  rotateKey,
  copyFiles,
  doctor,
] as readonly Command[]
