import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Sealer } from '../../secret/seal.ts'

/** A position in a list: after the record with this time and id. */
export interface CursorPosition {
  created_at: string
  id: string
  /** The upper bound of all pages, if there is one. */
  until?: string | undefined
  /** Whether the records are finished, and deletions follow. */
  deleted?: boolean
}

/** A signed cursor, so that clients cannot forge one. */
export function sealCursor(
  sealer: Sealer,
  list: string,
  { created_at, id, until = '', deleted }: CursorPosition,
): string {
  const text = [created_at, id, until, ...(deleted ? ['deleted'] : [])].join(' ')
  const place = Buffer.from(text).toString('base64url')
  return `${place}.${sealer.sign(`${list} ${place}`)}`
}

/** @throws AppError `validation_error` when the list did not give it out */
export function openCursor(sealer: Sealer, list: string, cursor: string): CursorPosition {
  const [place = '', signature = ''] = cursor.split('.')
  if (!sealer.verify(`${list} ${place}`, signature))
    throw validationError({ cursor: fieldError('invalid', 'is not a cursor of this list') })
  const [created_at = '', id = '', until, deleted] = Buffer.from(place, 'base64url').toString().split(' ')
  return { created_at, id, until: until || undefined, deleted: deleted !== undefined }
}
