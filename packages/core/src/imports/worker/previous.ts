import { isSame } from '../../records/changes.ts'

/** The fields that a change gave other values, with their previous values. */
export function beforeOf<R extends object>(before: R, after: R): Record<string, unknown> {
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== 'updated_at' && !isSame(value, Reflect.get(after, name)),
  )
  return Object.fromEntries(changed)
}
