import { z } from 'zod'
import { mayOpenLinks } from '../../access/links.ts'
import type { Context } from '../../context.ts'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, InputTime, PageMeta, Paging, recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { openCursor, sealCursor } from '../../records/lists/cursor.ts'
import type { Reader } from '../../storage/database.ts'
import { later } from '../../times.ts'
import type { DueEvent } from '../delivery.ts'
import { sequenceOf } from '../events/payload.ts'
import { revealed } from '../events/sealed-fields.ts'
import { deliveriesOfEvents } from '../log/deliveries-of-events/deliveries-of-events.ts'
import { EventRecord } from '../log/event.ts'
import { feedEvents } from '../log/feed.ts'
import { feedsFrom, firstCursorTime } from '../log/kept.ts'
import { walkEvents } from '../log/search-events.ts'
import { findEvent } from '../log/store.ts'

const access = 'webhooks:manage'
const LIST = 'events'
/** The two orders have separate cursors. */
const FEED = 'events, oldest first'
/** Number of deliveries shown with each event. */
const IN_LIST = 10
const MAX_DELIVERIES_SHOWN = 100

/** A malformed id is not found. */
const EventId = z.string().transform((id) => {
  if (!/^evt_[0-9a-f]{32}$/.test(id)) throw notFound()
  return id
})

const FeedMeta = PageMeta.extend({
  has_more: z.boolean().optional().describe('For feeds: whether more events can be read now'),
  settled_until: Timestamp.optional().describe('For feeds: no event before this time will be added later'),
}).meta({ id: 'FeedMeta', reference: 'Where the list of events goes on.' })

export const listEvents = operation({
  name: 'list_events',
  summary: 'List events, newest first or as a feed, with their deliveries',
  description:
    'Paginated by cursor only. With filters, a page can contain fewer events than requested, or none: continue until next_cursor is null. With order=oldest it is a complete feed: continue at next_cursor at any time; has_more tells whether more events are ready, and no event before settled_until is added later. Events are kept for 30 days, or as configured.',
  access,
  does: ['reads'],
  route: 'GET /events',
  status: 200,
  input: z.strictObject({
    per_page: Paging.per_page,
    cursor: z
      .string()
      .max(500)
      .optional()
      .describe('meta.next_cursor of the previous response')
      .meta({ reference: '`meta.next_cursor` of the previous page. Omit it to begin.' }),
    order: z
      .enum(['newest', 'oldest'])
      .optional()
      .describe('oldest: a feed that starts at since, or with the oldest event kept')
      .meta({
        reference:
          '`oldest` makes the list a feed, oldest first: it begins at `since`, or with the oldest event that is kept. Without it, the newest event comes first.',
      }),
    event: z
      .string()
      .max(100)
      .optional()
      .describe('Only events of this type')
      .meta({ reference: 'Restricts the list to events of this type.' }),
    subject_id: Id.optional()
      .describe('Only events about the record with this ID, such as a contact or a guide')
      .meta({ reference: 'Restricts the list to events about the record with this id, such as a contact or a guide.' }),
    since: InputTime.optional().describe('Only events at or after this time').meta({
      reference: 'Restricts the list to events at or after this time. Not together with `cursor`, which remembers it.',
    }),
    until: InputTime.optional()
      .describe('Only events at or before this time')
      .meta({ reference: 'Restricts the list to events at or before this time.' }),
  }),
  output: z.object({ data: z.array(EventRecord).meta({ reference: 'The events of this page.' }), meta: FeedMeta }),
  run: (context, { order, ...asked }) =>
    context.store.read(async (reader) => {
      if (order === 'oldest') return feed(reader, context, asked)
      const { workspace_id } = context.caller
      const { cursor, per_page, ...filters } = asked
      const after = cursor ? openCursor(context.sealer, LIST, cursor).id : undefined
      const { found, next } = await walkEvents(reader, { workspace_id, after, limit: per_page, ...filters })
      const next_cursor = next === undefined ? null : sealCursor(context.sealer, LIST, { created_at: '', id: next })
      const data = await shown(reader, context, { events: found, each: IN_LIST })
      return { data, meta: { per_page, next_cursor } }
    }),
})

interface Asked {
  cursor?: string | undefined
  per_page: number
  event?: string | undefined
  subject_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** @throws AppError `validation_error` for a cursor older than the retention, after which events are missing */
async function feed(reader: Reader, context: Context, { cursor, per_page, since, until: end, ...filters }: Asked) {
  const { sealer, settings, now } = context
  const { workspace_id } = context.caller
  // Read before the events that it bounds.
  const settled = await reader.connection.settled()
  const place = cursor ? openCursor(sealer, FEED, cursor) : { created_at: feedsFrom(settings, now()), id: '' }
  if (cursor && place.created_at < firstCursorTime(settings, now()))
    throw validationError({
      cursor: fieldError(
        'invalid',
        `is older than the ${settings.eventDays} days that events are kept: start a new copy`,
      ),
    })
  // A client repeats its filters beside the cursor.
  const isBefore = since !== undefined && place.created_at < since
  const after = isBefore ? { occurred_at: since, id: '' } : { occurred_at: place.created_at, id: place.id }
  // Events at the time of `until` are wanted too.
  const until = end === undefined ? settled : earliest(settled, later(end, 1))
  const told = await feedEvents(reader, { workspace_id, after, until, limit: per_page, ...filters })
  const next_cursor = sealCursor(sealer, FEED, { created_at: told.place.occurred_at, id: told.place.id })
  return {
    data: await shown(reader, context, { events: told.found, each: IN_LIST }),
    meta: { per_page, next_cursor, has_more: told.hasMore, settled_until: settled },
  }
}

function earliest(one: string, other: string): string {
  return one < other ? one : other
}

export const getEvent = operation({
  name: 'get_event',
  summary: 'Get an event with its deliveries',
  description: 'The record in `data` is as it was at the time of the event.',
  access,
  does: ['reads'],
  route: 'GET /events/:id',
  status: 200,
  input: z.strictObject({ id: EventId }),
  output: recordOf(EventRecord),
  etag: EventRecord,
  run: (context, { id }) =>
    context.store.read(async (reader) => {
      const event = await findEvent(reader, context.caller.workspace_id, id)
      const [data] = event ? await shown(reader, context, { events: [event], each: MAX_DELIVERIES_SHOWN }) : []
      if (!data) throw notFound()
      return { data }
    }),
})

interface Shown {
  events: readonly DueEvent[]
  /** Maximum number of deliveries per event. */
  each: number
}

async function shown(reader: Reader, { caller, sealer }: Context, { events, each }: Shown) {
  const { workspace_id } = caller
  const links = mayOpenLinks(caller)
  const event_ids = events.map(({ id }) => id)
  const deliveries = Map.groupBy(
    await deliveriesOfEvents(reader, { workspace_id, event_ids, each }),
    ({ event_id }) => event_id,
  )
  return events.map(({ id, type, occurred_at, data, ...event }) => ({
    id,
    event: type,
    timestamp: occurred_at,
    sequence: sequenceOf(event),
    data: JSON.parse(revealed(sealer, data, { links })),
    deliveries: deliveries.get(id) ?? [],
  }))
}
