import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../times.ts'
import type { EventRow } from './event-row.ts'

type Written = Pick<EventRow, 'id' | 'occurred_at'>

const PREFIX = 'evt_'
/** Digits of an id that contain its time, and its position within a millisecond. */
const OF_MILLISECONDS = 12
const OF_ORDER = 22

/**
 * The time at which an event was written, from its id: its transaction may have begun before another one and waited
 * for its lock on the record.
 * @returns an ISO time; that of the transaction, if transactions use another clock, as in tests
 */
export function timeOfEvent({ id, occurred_at }: Written): string {
  const at = Number.parseInt(id.slice(PREFIX.length, PREFIX.length + OF_MILLISECONDS), 16)
  const isByThatClock = Math.abs(at - Date.parse(occurred_at)) < MINUTE_MS
  return isByThatClock ? new Date(at).toISOString() : occurred_at
}

/** An id of a delivery that sorts among others as its event does. */
export function idAtTimeOf({ id }: Pick<Written, 'id'>): string {
  const order = id.slice(PREFIX.length, PREFIX.length + OF_ORDER)
  const digits = order + randomBytes(5).toString('hex')
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  )
}
