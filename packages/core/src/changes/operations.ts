import { z } from 'zod'
import type { Contract } from '../contract/contract.ts'
import { CONTRACTS } from '../contract/contracts.ts'
import { resourceOfEvent } from '../contract/staleness.ts'
import { operation } from '../operation/operation.ts'
import { openCursor, sealCursor } from '../records/lists/cursor.ts'
import { HOUR_MS, later, SECOND_MS } from '../times.ts'
import { draftChangesSince } from './drafts.ts'
import { eventsSince } from './events.ts'

const LIST = 'changes'
/** With more changes, the client has to reload everything. */
const LIMIT = 100
/** The time range without a cursor: changes that a freshly loaded page may have missed. */
const RECENT_MS = 10 * SECOND_MS

const contracts: readonly Contract[] = CONTRACTS
/** The right required to receive changes of a resource; changes of drafts require that of guides. */
const READERS = new Map(contracts.map(({ name, read }) => [name, read]))

/** Events that no contract declares are not sent. */
function mayReceive(rights: ReadonlySet<string>, event: string): boolean {
  const resource = resourceOfEvent(event)
  const right = READERS.get(resource === 'drafts' ? 'guides' : (resource ?? ''))
  return right !== undefined && rights.has(right)
}

const Change = z.object({
  id: z.string().describe('Type of the event, or of the change to a draft'),
  event: z.string(),
  subject_id: z.string().nullable().describe('ID of the changed record'),
})

export const listChanges = operation({
  name: 'list_changes',
  summary: 'List the changes since a cursor, by type and record',
  description:
    'Clients use it to refresh what they show. A change can be in two consecutive responses. If complete is false, there were more changes than are listed.',
  access: 'workspace:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    cursor: z.string().max(500).optional().describe('meta.next_cursor of the previous response'),
  }),
  output: z.object({
    data: z.array(Change),
    meta: z.object({ next_cursor: z.string(), complete: z.boolean() }),
  }),
  run: ({ caller: { workspace_id, rights }, store: { read }, sealer, changeReading }, { cursor }) =>
    read(async (reader) => {
      const known = cursor === undefined ? undefined : openCursor(sealer, LIST, cursor)
      const shared = known && (await changeReading?.since(known.created_at))
      const settled = shared?.settled ?? (await reader.connection.settled())
      const since = known?.created_at ?? later(settled, -RECENT_MS)
      const isRecent = since > later(settled, -HOUR_MS)
      const query = { workspace_id, since, limit: LIMIT + 1 }
      const found = shared?.events ?? (isRecent ? await eventsSince(reader, query) : [])
      const drafts = shared?.drafts ?? (isRecent ? await draftChangesSince(reader, query) : [])
      const visible = found.slice(0, LIMIT)
      const next = { created_at: settled, id: visible.at(-1)?.id ?? known?.id ?? '' }
      return {
        data: [...visible, ...drafts.slice(0, LIMIT)].filter(({ event }) => mayReceive(rights, event)),
        meta: {
          next_cursor: sealCursor(sealer, LIST, next),
          complete: isRecent && Math.max(found.length, drafts.length) <= LIMIT,
        },
      }
    }),
})
