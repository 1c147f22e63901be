import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../times.ts'
import type { EventRow } from './event-row.ts'

type Written = Pick<EventRow, 'id' | 'occurred_at'>

const PREFIX = 'evt_'
/** Digits of an id that tell its time, and its place within a millisecond. */
const OF_MILLISECONDS = 12
const OF_ORDER = 22

/**
 * When an event was written, which its id tells: its transaction may have begun before that of another and waited for it to be
 * done with the record, so that its beginning tells nothing of what came last.
 * @returns an ISO time; that of the transaction, where transactions go by another clock, as in tests
 */
export function timeOfEvent({ id, occurred_at }: Written): string {
  const at = Number.parseInt(id.slice(PREFIX.length, PREFIX.length + OF_MILLISECONDS), 16)
  const isByThatClock = Math.abs(at - Date.parse(occurred_at)) < MINUTE_MS
  return isByThatClock ? new Date(at).toISOString() : occurred_at
}

/** An id of a delivery that stands among others as its event does among theirs. */
export function idAtTimeOf({ id }: Pick<Written, 'id'>): string {
  const order = id.slice(PREFIX.length, PREFIX.length + OF_ORDER)
  const digits = order + randomBytes(5).toString('hex')
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  )
}
