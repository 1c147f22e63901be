import { AppError } from '@handrail/core'
import { command, DATA_SETTINGS } from '../command.ts'
import { invocation } from '../config.ts'
import { Failure, MISUSE } from '../failure.ts'
import { withInstance } from '../instance.ts'
import { setUp } from '../workspaces.ts'

export const setup = command<{ additional?: true }>({
  name: 'setup',
  summary: 'Make the first workspace, with its owner',
  options: { '--additional': 'make one more, where there is one already' },
  settings: ['setupEmail', 'setupName', 'setupWorkspace', ...DATA_SETTINGS],
  examples: [
    'handrail setup --email ada@example.com --name "Ada Lovelace" --workspace Acme',
    'handrail setup --email ada@example.com --workspace "Acme Labs" --additional',
  ],
  async run({ config, options: { additional }, say }) {
    if (config.setupEmail === undefined)
      throw new Failure('Say whose workspace to make, for example: --email ada@example.com --workspace Acme', MISUSE)
    const workspace = await withInstance(config, async (handrail) =>
      setUp(await handrail.asSystem(), config, { additional: additional === true }).catch(politely),
    )
    say(`Workspace "${workspace.name}" is ready; ${config.setupEmail} owns it. Its id: ${workspace.id}`)
    say(`Next, an API key: ${invocation(config)} create-key --name "My first key" --scopes all`)
  },
})

function politely(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  throw new Failure('This instance has a workspace already. To make one more, add --additional')
}
