import { listConnections } from '@handrail/core'
import { command, DATA_SETTINGS } from '../command.ts'
import { requireDatabase, withInstance } from '../instance.ts'
import { JSON_FLAG, printList, shortTime } from '../listing.ts'
import { workspacesMeant } from '../workspaces.ts'

interface Options {
  workspace?: string
  json?: true
}

export const listConnectionsCommand = command<Options>({
  name: 'list-connections',
  summary: 'List which people have connected which applications, newest first',
  options: { '--workspace <workspace>': 'id or name of a workspace; all when not given', ...JSON_FLAG },
  settings: DATA_SETTINGS,
  examples: ['handrail list-connections', 'handrail list-connections --workspace Acme --json'],
  async run({ config, options: { workspace: wanted, json }, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const places = await workspacesMeant(handrail, wanted)
      const lists = await Promise.all(
        places.map(async ({ workspace, bound }) => {
          const { data: connections } = await bound.invoke(listConnections, {})
          return connections.map((connection) => ({
            record: { workspace_id: workspace.id, workspace: workspace.name, ...connection },
            cells: [
              connection.id,
              connection.application.name,
              connection.user.email,
              connection.scopes.some((scope) => !scope.endsWith(':read')) ? 'reads and changes' : 'reads',
              shortTime(connection.last_used_at),
              workspace.name,
            ],
          }))
        }),
      )
      const headings = ['ID', 'APPLICATION', 'PERSON', 'MAY', 'LAST USED', 'WORKSPACE']
      printList({ headings, rows: lists.flat(), none: 'Nothing is connected', json, say })
    })
  },
})
