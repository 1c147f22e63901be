import { AppError, operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS, SETUP_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { setUp } from '../../workspaces.ts'
import { readNewPassword } from './password.ts'

export const setup = command<{ additional?: true }>({
  name: 'setup',
  summary: 'Create the first workspace and its owner; the password is read from standard input',
  options: { '--additional': 'create a further workspace' },
  settings: [...SETUP_SETTINGS, ...INSTANCE_SETTINGS],
  examples: [
    'handrail setup --email ada@example.com --name "Ada Lovelace" --workspace Acme',
    'handrail setup --email ada@example.com --workspace "Acme Labs" --additional < password.txt',
  ],
  async run({ config, options: { additional }, say }) {
    const { setupEmail: email, setupName, setupWorkspace } = config
    if (email === undefined)
      throw new Failure('Give the owner and the workspace: --email ada@example.com --workspace Acme', MISUSE)
    const setupPassword = config.setupPassword ?? (await readNewPassword())
    let key = 'create-key --name "My first key" --scopes all'
    await withInstance(config, async (handrail) => {
      const system = await handrail.asSystem()
      const given = { setupEmail: email, setupName, setupPassword, setupWorkspace }
      const workspace = await setUp(system, given, { additional: additional === true }).catch(explainConflict)
      say(`Workspace "${workspace.name}" is ready; ${email} owns it. Its id: ${workspace.id}`)
      // Of several, a command has to know which one is meant.
      if (additional) key += ` --workspace ${workspace.id}`
      // An owner of another workspace has a password already, and keeps it.
      if (setupPassword !== undefined || additional) return
      const { data: link } = await system.invoke(operations.issuePasswordLink, { email })
      say(`The owner can set a password with this link within an hour: ${link.url}`)
    })
    say(`Next, an API key: ${commandLine(key, config)}`)
  },
})

function explainConflict(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  throw new Failure('This instance already has a workspace. To create a further one, add --additional')
}
