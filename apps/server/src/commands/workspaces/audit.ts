import { type Handrail, operations } from '@handrail/core'
import type { z } from 'zod'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allOf, JSON_FLAG, printList, shortTime } from '../../lists/listing.ts'
import { selectWorkspaces } from '../../workspaces.ts'

interface Options {
  workspace?: string
  last?: string
  json?: true
}

const LAST = 50

export const audit = command<Options>({
  name: 'audit',
  summary: 'Show the audit log, newest first',
  options: {
    '--workspace <workspace>': 'ID or name of a workspace; default: all',
    '--last <number>': `number of entries; default: ${LAST}`,
    ...JSON_FLAG,
  },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail audit', 'handrail audit --workspace Acme --last 1000 --json'],
  async run({ config, options: { workspace: wanted, last, json }, say }) {
    const most = last === undefined ? LAST : Number(last)
    if (!Number.isSafeInteger(most) || most < 1)
      throw new Failure(`--last must be a number from 1, not ${last}`, MISUSE)
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const places = await selectWorkspaces(handrail, wanted)
      const lists = await Promise.all(
        places.map(async ({ workspace, bound }) => {
          const entries = await allOf((paging) => bound.invoke(operations.listAuditEntries, paging), most)
          return entries.map((entry) => listed(entry, workspace))
        }),
      )
      const ofInstance = wanted === undefined ? await entriesOfInstance(handrail, most) : []
      const rows = [...lists.flat(), ...ofInstance]
        .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, most)
      const headings = ['TIME', 'WHO', 'FROM', 'VIA', 'WHAT', 'DETAILS', 'WORKSPACE']
      printList({ headings, rows, none: 'The audit log is empty', json, say })
    })
  },
})

type Entry = z.output<typeof operations.listAuditEntries.output>['data'][number]

function listed(entry: Entry, { id, name }: { id: string | null; name: string }) {
  const details = Object.entries(entry.details).map(([key, value]) => `${key}=${value}`)
  const { created_at, actor, address, door, action } = entry
  return {
    record: { workspace_id: id, workspace: name, ...entry },
    at: created_at,
    cells: [shortTime(created_at), actor, address ?? '', door, action, details.join(' '), name],
  }
}

/** The most entries of the instance that are shown. */
const MOST = 10_000

async function entriesOfInstance(handrail: Handrail, most: number) {
  const system = await handrail.asSystem()
  const { data } = await system.invoke(operations.listInstanceAuditEntries, { last: Math.min(most, MOST) })
  return data.map((entry) => listed(entry, { id: null, name: '' }))
}
