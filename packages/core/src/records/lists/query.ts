import type { z } from 'zod'
import type { PageMeta } from '../../fields/fields.ts'

/** What is asked of a list. */
export interface ListQuery {
  workspace_id: string
  page?: number | undefined
  per_page: number
  cursor?: string | undefined
  updated_since?: string | undefined
  /** What is stamped later is left to whoever asks next. */
  updated_until?: string | undefined
  /** Tells of deletions too. */
  include_deleted?: boolean | undefined
  /** Values by filter; undefined ones are left out. */
  filters: Record<string, unknown>
}

export type Meta = z.infer<typeof PageMeta>
