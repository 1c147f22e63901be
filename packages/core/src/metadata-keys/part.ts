/** The resources with metadata, in the order in which they are indexed. */
export const INDEXED = ['contacts', 'organisations', 'enrollments'] as const
export type Indexed = (typeof INDEXED)[number]

/** The records whose values a step indexes: up to `limit` after `after_id`, in the order of ids. */
export interface Part {
  workspace_id: string
  key: string
  resource: Indexed
  after_id: string | null
  limit: number
}
