const PREFIX = 'evt_'
const DIGITS_OF_TIME = 12

/** Before all events. */
export const FIRST = PREFIX

/** Before all events that are written at this time or later: their ids begin with it (`insert.postgres.ts`, `newId`). */
export function positionAt(time: number): string {
  return PREFIX + Math.max(0, Math.floor(time)).toString(16).padStart(DIGITS_OF_TIME, '0')
}

/** The time of a position, in milliseconds. */
export function timeOfPosition(position: string): number {
  return Number.parseInt(position.slice(PREFIX.length, PREFIX.length + DIGITS_OF_TIME), 16)
}

/** The position of an event with this id. */
export function idPosition(id: string): string {
  return PREFIX + id.replaceAll('-', '')
}
