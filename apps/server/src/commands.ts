import type { Command } from './command.ts'
import { backup } from './commands/backup.ts'
import { changePlan } from './commands/change-plan.ts'
import { createApp } from './commands/create-app.ts'
import { createKey } from './commands/create-key.ts'
import { createUser } from './commands/create-user.ts'
import { deleteWorkspaceCommand } from './commands/delete-workspace.ts'
import { doctor } from './commands/doctor.ts'
import { importGuide } from './commands/import-guide.ts'
import { migrate } from './commands/migrate.ts'
import { resetPassword } from './commands/reset-password.ts'
import { restore } from './commands/restore.ts'
import { serve } from './commands/serve.ts'
import { setup } from './commands/setup.ts'

/** Everything that `handrail` can be told to do, in the order of its help. */
export const COMMANDS: readonly Command[] = [
  serve,
  setup,
  createUser,
  resetPassword,
  createKey,
  createApp,
  changePlan,
  deleteWorkspaceCommand,
  importGuide,
  migrate,
  backup,
  restore,
  doctor,
] as readonly Command[]
