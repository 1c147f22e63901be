import type { z } from 'zod'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { PageMeta } from '../../fields/fields.ts'

/** An order that a client has asked for. */
export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

interface GivenOrder {
  sort?: string | undefined
  order?: Sort['order'] | undefined
  updated_since?: string | undefined
  include_deleted?: boolean | undefined
}

/** The order of a list; undefined for newest first. @throws AppError `validation_error` for a list of changes */
export function sortOf({ sort, order, updated_since, include_deleted }: GivenOrder): Sort | undefined {
  if (sort === undefined && order === undefined) return undefined
  const by = sort ?? 'created_at'
  // Changes are read in the order in which clients continue from them.
  const beside = updated_since !== undefined ? 'updated_since' : include_deleted && 'include_deleted'
  if (beside) throw validationError({ sort: fieldError('not_together', `cannot be combined with ${beside}`) })
  return by === 'created_at' && order === 'desc' ? undefined : { by, order: order ?? 'asc' }
}

/** The parameters of a list. */
export interface ListQuery {
  workspace_id: string
  page?: number | undefined
  per_page: number
  cursor?: string | undefined
  updated_since?: string | undefined
  /** Later changes are left to the next request. */
  updated_until?: string | undefined
  /** Undefined: newest first. */
  sort?: Sort | undefined
  /** Includes deletions. */
  include_deleted?: boolean | undefined
  /** Values by filter; undefined ones are omitted. */
  filters: Record<string, unknown>
}

export type Meta = z.infer<typeof PageMeta>
