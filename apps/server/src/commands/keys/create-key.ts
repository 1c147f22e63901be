import { ALL_SCOPES, operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { shortTime } from '../../lists/listing.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { scopesOf } from './scopes.ts'

interface Options {
  name?: string
  scopes?: string
  expiresInDays?: string
  workspace?: string
}

export const createKey = command<Options>({
  name: 'create-key',
  summary: 'Create an API key and print it; it is shown only once. Works while the server runs',
  options: {
    '--name <name>': 'name of the key, such as its purpose',
    '--scopes <scopes>': `"all", or some of: ${ALL_SCOPES.join(' ')}`,
    '--expires-in-days <days>': 'days until the key expires; default: never',
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: INSTANCE_SETTINGS,
  examples: [
    'handrail create-key --name "CRM sync" --scopes "contacts:read contacts:write"',
    'handrail create-key --name Reports --scopes all --expires-in-days 90 --workspace Acme',
  ],
  async run({ config, options: { name, scopes, expiresInDays, workspace }, say }) {
    if (name === undefined || scopes === undefined)
      throw new Failure('Give a name and the scopes: --name "CRM sync" --scopes all', MISUSE)
    const granted = scopesOf(scopes)
    const expires_at = expiresInDays === undefined ? null : timeAfter(expiresInDays)
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
      const bound = await handrail.asSystem(chosen.id)
      const { data: key } = await bound.invoke(operations.createApiKey, { name, scopes: granted, expires_at })
      say(key.token)
      const until = key.expires_at === null ? '' : ` until ${shortTime(key.expires_at)}`
      process.stderr.write(
        `"${key.name}" can use ${key.scopes.join(', ')} in "${chosen.name}"${until}. Store it: it is not shown again\n`,
      )
    })
  },
})

function timeAfter(days: string): string {
  const number = Number(days)
  if (/^\d{1,5}$/.test(days) && number > 0) return new Date(Date.now() + number * 86_400_000).toISOString()
  throw new Failure(`--expires-in-days must be a number of days from 1, not ${days}`, MISUSE)
}
