import { listApplications } from '@handrail/core'
import { command, DATA_SETTINGS } from '../command.ts'
import { requireDatabase, withInstance } from '../instance.ts'
import { allOf, JSON_FLAG, printList, shortTime } from '../listing.ts'
import { workspacesMeant } from '../workspaces.ts'

interface Options {
  workspace?: string
  json?: true
}

export const listApps = command<Options>({
  name: 'list-apps',
  summary: 'List the OAuth applications that were created here, newest first',
  options: { '--workspace <workspace>': 'id or name of a workspace; all when not given', ...JSON_FLAG },
  settings: DATA_SETTINGS,
  examples: ['handrail list-apps', 'handrail list-apps --workspace Acme --json'],
  async run({ config, options: { workspace: wanted, json }, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const places = await workspacesMeant(handrail, wanted)
      const lists = await Promise.all(
        places.map(async ({ workspace, bound }) => {
          const applications = await allOf((paging) => bound.invoke(listApplications, paging))
          return applications.map((application) => ({
            record: { workspace_id: workspace.id, workspace: workspace.name, ...application },
            cells: [
              application.id,
              application.name,
              application.type,
              application.redirect_uris.join(' '),
              shortTime(application.created_at),
              workspace.name,
            ],
          }))
        }),
      )
      const headings = ['CLIENT ID', 'NAME', 'TYPE', 'REDIRECT URIS', 'CREATED', 'WORKSPACE']
      printList({ headings, rows: lists.flat(), none: 'There are no OAuth applications', json, say })
    })
  },
})
