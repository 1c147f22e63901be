import { isDeepStrictEqual } from 'node:util'

/** Whether a change would change nothing: then nothing is written and no event happens. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after)
}
