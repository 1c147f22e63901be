import type { Command } from './command.ts'
import { audit } from './commands/audit.ts'
import { backup } from './commands/backup.ts'
import { changePlan } from './commands/change-plan.ts'
import { copyFiles } from './commands/copy-files.ts'
import { createApp } from './commands/create-app.ts'
import { createKey } from './commands/create-key.ts'
import { createUser } from './commands/create-user.ts'
import { deleteApp } from './commands/delete-app.ts'
import { deleteWorkspaceCommand } from './commands/delete-workspace.ts'
import { discardImportCommand } from './commands/discard-import.ts'
import { disconnect } from './commands/disconnect.ts'
import { doctor } from './commands/doctor.ts'
import { exportCommand, exportGuide } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { importGuide } from './commands/import-guide.ts'
import { listApps } from './commands/list-apps.ts'
import { listConnectionsCommand } from './commands/list-connections.ts'
import { listKeys } from './commands/list-keys.ts'
import { listen } from './commands/listen.ts'
import { migrate } from './commands/migrate.ts'
import { resetPassword } from './commands/reset-password.ts'
import { restore } from './commands/restore.ts'
import { revokeKey } from './commands/revoke-key.ts'
import { rotateAppSecret } from './commands/rotate-app-secret.ts'
import { serve } from './commands/serve.ts'
import { setup } from './commands/setup.ts'
import { undoImportCommand } from './commands/undo-import.ts'

/** Everything that `handrail` can be told to do, in the order of its help. */
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
  listen,
  migrate,
  backup,
  restore,
  copyFiles,
  doctor,
] as readonly Command[]
