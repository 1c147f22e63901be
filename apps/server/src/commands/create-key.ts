import { ALL_SCOPES, createApiKey } from '@handrail/core'
import { command, DATA_SETTINGS } from '../command.ts'
import { Failure, MISUSE } from '../failure.ts'
import { requireDatabase, withInstance } from '../instance.ts'
import { scopesOf } from '../scopes.ts'
import { allWorkspaces, chooseWorkspace } from '../workspaces.ts'

interface Options {
  name?: string
  scopes?: string
  workspace?: string
}

export const createKey = command<Options>({
  name: 'create-key',
  summary: 'Create an API key and print it, this once; a server may be running',
  options: {
    '--name <name>': 'what the key is for',
    '--scopes <scopes>': `"all", or some of: ${ALL_SCOPES.join(' ')}`,
    '--workspace <workspace>': 'id or name of the workspace, when there are several',
  },
  settings: DATA_SETTINGS,
  examples: [
    'handrail create-key --name "CRM sync" --scopes "contacts:read contacts:write"',
    'handrail create-key --name Reports --scopes all --workspace Acme',
  ],
  async run({ config, options: { name, scopes, workspace }, say }) {
    if (name === undefined || scopes === undefined)
      throw new Failure('Say what the key is for and what it may do: --name "CRM sync" --scopes all', MISUSE)
    const granted = scopesOf(scopes)
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
      const bound = await handrail.asSystem(chosen.id)
      const { data: key } = await bound.invoke(createApiKey, { name, scopes: granted })
      say(key.token)
      process.stderr.write(
        `"${key.name}" may use ${key.scopes.join(', ')} in "${chosen.name}". Keep it: it is not shown again\n`,
      )
    })
  },
})
