import { isDeepStrictEqual } from 'node:util'

/** Whether an update has no effect: then nothing is written or emitted. */
export function isSame(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after)
}
