/** The time of everything in the examples. */
export const EXAMPLE_TIME = '2026-11-20T12:00:00.000Z'

/** The times of a record of the examples. */
export const exampleTimes = { created_at: EXAMPLE_TIME, updated_at: EXAMPLE_TIME }

/** The id of an example record: examples refer to each other by number. */
export function exampleId(number: number): string {
  return `019aa0f4-7c00-7000-8000-${String(number).padStart(12, '0')}`
}
