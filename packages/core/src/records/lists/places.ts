import type { Sealer } from '../../secret/seal.ts'
import { type CursorPosition, sealCursor } from './cursor.ts'
import type { ListQuery } from './query.ts'

/** Where to continue after a page of the examined rows: after its last row, or after the examined ones if they have no more. */
export function placeAfter(
  rows: readonly Record<string, unknown>[],
  { per_page }: ListQuery,
  floor: CursorPosition,
): CursorPosition {
  const last = rows.at(-1)
  return last && rows.length === per_page ? placeOf(last) : floor
}

/** The position of a row: every list has these columns. */
export function placeOf({ created_at, id }: Record<string, unknown>): CursorPosition {
  return { created_at: String(created_at), id: String(id) }
}

/** The cursor of the page after a row. */
export function cursorAt(
  sealer: Sealer,
  { name }: { readonly name: string },
  { updated_until: until }: ListQuery,
  { created_at, id }: CursorPosition,
): string {
  return sealCursor(sealer, name, { created_at, id, until })
}
