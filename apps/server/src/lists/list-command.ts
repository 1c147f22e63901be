import type { Bound } from '@handrail/core'
import { type Command, command, INSTANCE_SETTINGS } from '../command.ts'
import { requireDatabase } from '../data-folder.ts'
import { withInstance } from '../instance.ts'
import { selectWorkspaces } from '../workspaces.ts'
import { JSON_FLAG, printList } from './listing.ts'

export interface ListOptions {
  workspace?: string
  json?: true
}

interface ListCommand<R extends object> {
  name: string
  summary: string
  /** The message for an empty list. */
  none: string
  /** The records of one workspace. */
  list(bound: Bound): Promise<R[]>
  /** The columns of a record for people, by heading, before that of the workspace. */
  columns: Readonly<Record<string, (record: R) => string>>
}

/** A command that lists the records of one kind, in one workspace or in all. */
export function listCommand<R extends object>({
  name,
  summary,
  none,
  list,
  columns,
}: ListCommand<R>): Command<ListOptions> {
  return command<ListOptions>({
    name,
    summary,
    options: { '--workspace <workspace>': 'ID or name of a workspace; default: all', ...JSON_FLAG },
    settings: INSTANCE_SETTINGS,
    examples: [`handrail ${name}`, `handrail ${name} --workspace Acme --json`],
    async run({ config, options: { workspace: wanted, json }, say }) {
      requireDatabase(config)
      await withInstance(config, async (handrail) => {
        const places = await selectWorkspaces(handrail, wanted)
        const lists = await Promise.all(
          places.map(async ({ workspace, bound }) =>
            (await list(bound)).map((record) => ({
              record: { workspace_id: workspace.id, workspace: workspace.name, ...record },
              cells: [...Object.values(columns).map((cell) => cell(record)), workspace.name],
            })),
          ),
        )
        printList({ headings: [...Object.keys(columns), 'WORKSPACE'], rows: lists.flat(), none, json, say })
      })
    },
  })
}
