import type { z } from 'zod'
import type { PageMeta } from '../../fields/fields.ts'

/** The parameters of a list. */
export interface ListQuery {
  workspace_id: string
  page?: number | undefined
  per_page: number
  cursor?: string | undefined
  updated_since?: string | undefined
  /** Later changes are left to the next request. */
  updated_until?: string | undefined
  /** Includes deletions. */
  include_deleted?: boolean | undefined
  /** Values by filter; undefined ones are omitted. */
  filters: Record<string, unknown>
}

export type Meta = z.infer<typeof PageMeta>
