import { listApiKeys } from '@handrail/core'
import { command, DATA_SETTINGS } from '../command.ts'
import { requireDatabase, withInstance } from '../instance.ts'
import { allOf, JSON_FLAG, printList, shortTime } from '../listing.ts'
import { workspacesMeant } from '../workspaces.ts'

interface Options {
  workspace?: string
  json?: true
}

export const listKeys = command<Options>({
  name: 'list-keys',
  summary: 'List the API keys, newest first: what they may do, and when they were last used',
  options: { '--workspace <workspace>': 'id or name of a workspace; all when not given', ...JSON_FLAG },
  settings: DATA_SETTINGS,
  examples: ['handrail list-keys', 'handrail list-keys --workspace Acme --json'],
  async run({ config, options: { workspace: wanted, json }, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const now = new Date().toISOString()
      const places = await workspacesMeant(handrail, wanted)
      const lists = await Promise.all(
        places.map(async ({ workspace, bound }) => {
          const keys = await allOf((paging) => bound.invoke(listApiKeys, paging))
          return keys.map((key) => ({
            record: { workspace_id: workspace.id, workspace: workspace.name, ...key },
            cells: [key.id, key.name, `…${key.hint}`, stateOf(key, now), shortTime(key.last_used_at), workspace.name],
          }))
        }),
      )
      const headings = ['ID', 'NAME', 'ENDS IN', 'STATE', 'LAST USED', 'WORKSPACE']
      printList({ headings, rows: lists.flat(), none: 'There are no API keys', json, say })
    })
  },
})

function stateOf({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }, now: string) {
  if (revoked_at !== null) return `revoked ${shortTime(revoked_at)}`
  if (expires_at === null) return 'works'
  return `${expires_at <= now ? 'expired' : 'works until'} ${shortTime(expires_at)}`
}
