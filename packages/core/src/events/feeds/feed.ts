import { randomUUID } from 'node:crypto'
import type { ChangeWatch } from '../../changes/watch.ts'
import { AppError } from '../../errors.ts'
import { requireOptions } from '../../options/require-options.ts'
import { takeLease } from '../../queue/process-lease.ts'
import type { Sealer } from '../../secret/seal.ts'
import type { Database, StoredEvent } from '../../storage/database.ts'
import { DAY_MS, HOUR_MS } from '../../times.ts'
import type { EventOf, Subscription } from '../event.ts'
import { readEvent } from '../read-event.ts'
import { requireHandler, requireSubscription } from '../subscription.ts'
import { type Feed, type FeedHandler, type FeedOptions, FeedOptionsShape } from './options.ts'
import { FIRST, timeOfPosition } from './position.ts'
import { settledEvents, settledPosition } from './settled.ts'
import type { PlacedEvent } from './settled-events.ts'
import { deleteLease, findPosition, insertFeed, updatePosition } from './store.ts'
import { createWaiting } from './waiting.ts'

const NAME = /^[\w.:-]{1,100}$/
const BATCH = 100
/** How often the lease of a minute is renewed while a handler works. */
const RENEW_MS = 20_000
const IDLE_MS = 5000
/** How soon events are read that were written too lately: an earlier one may not be committed yet. */
const UNSETTLED_MS = 20
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

/** What failed: a feed, and the event that it was handling. */
interface AboutFeed {
  feed: string
  event_id?: string
  event?: string
  workspace_id?: string
}

interface Parts {
  database: Database
  sealer: Sealer
  eventDays: number
  changes: ChangeWatch
  onError(error: unknown, about: AboutFeed): void
}

/** @throws AppError `conflict` if events were deleted since the feed was read last */
// Long because all of it shares the lease and the end of the feed.
export async function startFeed<S extends Subscription>(
  { database, sealer, eventDays, changes, onError: report }: Parts,
  name: string,
  options: FeedOptions<S>,
  handler: FeedHandler<S>,
): Promise<Feed> {
  requireOptions(FeedOptionsShape, options, `feed('${name}')`)
  const { types, from = 'now', skipDeleted = false, signal } = options ?? {}
  for (const type of types ?? []) requireSubscription(type, `feed('${name}')`)
  requireHandler(handler, `feed('${name}', options, handler)`)
  if (!NAME.test(name))
    throw new AppError('invalid_request', 'The name of a feed has 1 to 100 letters, digits and the characters _ . : -')
  const lease = { name: `feed ${name}`, holder: randomUUID() }
  const wanted = new Set<string>(types ?? ['*'])
  const isWanted = ({ type }: StoredEvent) => wanted.has('*') || wanted.has(type)
  const ending = new AbortController()
  /** The event that is handled. */
  let current: StoredEvent | undefined
  const onError = (error: unknown) =>
    report(error, {
      feed: name,
      ...(current && { event_id: current.id, event: current.type, workspace_id: current.workspace_id }),
    })
  const waiting = createWaiting(ending.signal)

  function requireKept(position: string): string {
    const isKept = position === FIRST || timeOfPosition(position) > Date.now() - eventDays * DAY_MS
    if (isKept) return position
    if (skipDeleted) return FIRST
    throw new AppError(
      'conflict',
      `The feed ${name} was read last on ${new Date(timeOfPosition(position)).toISOString()}, and events are kept for ${eventDays} days: some were deleted. Read the records again, then start the feed with skipDeleted`,
    )
  }

  /** Stores a position while this process has the lease, which is renewed. @returns whether it has it */
  const advance = (position?: string) =>
    database.write(
      async (tx) => {
        if ((await takeLease(tx, lease)) === undefined) return false
        if (position !== undefined) await updatePosition(tx, name, position)
        return true
      },
      { lasting: false },
    )

  async function handle({ event, position }: PlacedEvent): Promise<boolean> {
    const handling = new AbortController()
    const renew = () => advance().then((isOurs) => isOurs || handling.abort(), onError)
    const timer = setInterval(renew, RENEW_MS)
    timer.unref()
    current = event
    try {
      // The types of the feed are those of the handler.
      await handler(readEvent(sealer, event) as EventOf<S>, AbortSignal.any([handling.signal, ending.signal]))
      current = undefined
    } finally {
      clearInterval(timer)
    }
    return advance(position)
  }

  /** Handles the next events. @returns how long to wait for more */
  async function turn(): Promise<number> {
    if (!(await advance())) return IDLE_MS
    const stored = (await database.read((reader) => findPosition(reader, name))) ?? FIRST
    const position = requireKept(stored)
    const { events, isDone, end } = await settledEvents(database, position, BATCH)
    let last = stored
    for (const next of events) {
      if (ending.signal.aborted) break
      if (isWanted(next.event) && !(await handle(next))) return IDLE_MS
      last = next.position
    }
    // A feed without events is read, too: its position follows, or it would count as left.
    const isQuiet = isDone && timeOfPosition(end) - timeOfPosition(last) > HOUR_MS
    if (!ending.signal.aborted && (last !== stored || isQuiet || last === FIRST)) await advance(isDone ? end : last)
    if (isDone) return IDLE_MS
    return last === stored ? UNSETTLED_MS : 0
  }

  async function run(): Promise<void> {
    for (let failures = 0; !ending.signal.aborted; ) {
      try {
        const pause = await turn()
        failures = 0
        if (pause > 0) await waiting.until(pause, pause === IDLE_MS)
      } catch (error) {
        onError(error)
        current = undefined
        await waiting.until(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), false)
      }
    }
  }

  const found = await database.read((reader) => findPosition(reader, name))
  if (found !== undefined) requireKept(found)
  else {
    const begin = from === 'oldest' ? FIRST : await settledPosition(database)
    await database.write((tx) => insertFeed(tx, name, begin))
  }
  const stopListening = changes.add(waiting.wake)
  const running = run()
  const stop = async () => {
    ending.abort()
    stopListening()
    await running
    // It expires by itself when this fails.
    await database.write((tx) => deleteLease(tx, lease)).catch(onError)
  }
  signal?.addEventListener('abort', () => void stop(), { once: true })
  if (signal?.aborted) await stop()
  return { stop }
}
