import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { Id, InputTime, Paging, pageOf, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { openCursor, sealCursor } from '../../records/cursor.ts'
import type { Reader } from '../../storage/database.ts'
import { deliveriesOfEvents } from '../log/deliveries-of-events.ts'
import { EventRecord } from '../log/event.ts'
import { findEvent } from '../log/store.ts'
import { walkEvents } from '../log/walk.ts'
import type { DueEvent } from '../worker/delivery.ts'

const access = 'webhooks:manage'
const LIST = 'events'
/** Deliveries that are shown with each event. */
const IN_LIST = 10
const OF_ONE = 100

/** What is malformed does not exist. */
const EventId = z.string().transform((id) => {
  if (!/^evt_[0-9a-f]{32}$/.test(id)) throw notFound()
  return id
})

export const listEvents = operation({
  name: 'list_events',
  summary: 'List what happened, newest first, with the deliveries of each',
  description:
    'An extension. By cursor alone. With filters a page can hold fewer events than were asked for, or none: as long as next_cursor is not null there may be more. Events are kept for 30 days, or as long as the operator has set.',
  access,
  route: 'GET /events',
  status: 200,
  input: z.strictObject({
    per_page: Paging.per_page,
    cursor: z.string().max(500).optional().describe('meta.next_cursor of the answer before'),
    event: z.string().max(100).optional().describe('Only events of this type'),
    subject_id: Id.optional().describe('Only events that name the record with this id, such as a contact or a guide'),
    since: InputTime.optional().describe('Only what happened at or after this time'),
    until: InputTime.optional().describe('Only what happened at or before this time'),
  }),
  output: pageOf(EventRecord),
  run: ({ caller: { workspace_id }, store: { read }, sealer }, { cursor, per_page, ...filters }) =>
    read(async (reader) => {
      const after = cursor ? openCursor(sealer, LIST, cursor).id : undefined
      const { found, next } = await walkEvents(reader, { workspace_id, after, limit: per_page, ...filters })
      const next_cursor = next === undefined ? null : sealCursor(sealer, LIST, { created_at: '', id: next })
      return { data: await shown(reader, workspace_id, found, IN_LIST), meta: { per_page, next_cursor } }
    }),
})

export const getEvent = operation({
  name: 'get_event',
  summary: 'Get an event with its deliveries',
  description: 'An extension.',
  access,
  route: 'GET /events/:id',
  status: 200,
  input: z.strictObject({ id: EventId }),
  output: recordOf(EventRecord),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      const event = await findEvent(reader, workspace_id, id)
      const [data] = event ? await shown(reader, workspace_id, [event], OF_ONE) : []
      if (!data) throw notFound()
      return { data }
    }),
})

async function shown(reader: Reader, workspace_id: string, events: readonly DueEvent[], each: number) {
  const event_ids = events.map(({ id }) => id)
  const deliveries = Map.groupBy(
    await deliveriesOfEvents(reader, { workspace_id, event_ids, each }),
    ({ event_id }) => event_id,
  )
  return events.map(({ id, type, occurred_at, data }) => ({
    id,
    event: type,
    timestamp: occurred_at,
    data: JSON.parse(data),
    deliveries: deliveries.get(id) ?? [],
  }))
}
