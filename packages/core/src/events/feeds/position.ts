const BY_ID = 'evt_'
const BY_SEQUENCE = 'seq_'
const DIGITS_OF_TIME = 12
const DIGITS_OF_SEQUENCE = 16

/** Before all events. */
export const FIRST = BY_ID

/** Before all events that are written at this time or later: their ids begin with it (`insert.postgres.ts`, `newId`). */
export function positionAt(time: number): string {
  return BY_ID + hexTime(time)
}

/** After the event with this sequence. @param time when it was read, by which a feed is known to be left */
export function sequencePosition(sequence: number, time: number): string {
  return `${BY_SEQUENCE}${String(sequence).padStart(DIGITS_OF_SEQUENCE, '0')}_${hexTime(time)}`
}

/** The sequence of such a position; undefined for a position among ids. */
export function sequenceOfPosition(position: string): number | undefined {
  if (!position.startsWith(BY_SEQUENCE)) return undefined
  return Number(position.slice(BY_SEQUENCE.length, BY_SEQUENCE.length + DIGITS_OF_SEQUENCE))
}

/** The time of a position, in milliseconds. */
export function timeOfPosition(position: string): number {
  const begin = sequenceOfPosition(position) === undefined ? BY_ID.length : position.lastIndexOf('_') + 1
  return Number.parseInt(position.slice(begin, begin + DIGITS_OF_TIME), 16)
}

function hexTime(time: number): string {
  return Math.max(0, Math.floor(time)).toString(16).padStart(DIGITS_OF_TIME, '0')
}
