import { sortName } from '@handrail/core/contract'

/** The order of the rows of a list; rows with equal values follow each other by their ids. */
export interface RowOrder {
  /** The value that rows are sorted by, as the server computes it. */
  keyOf(row: object): string | number
  upwards: boolean
  /** Whether rows follow each other as the server answers, by a value that they do not have. */
  isOfServer?: boolean
}

type Fields = Readonly<Record<string, unknown>>

const KEYS: Readonly<Record<string, (row: Fields) => string | number>> = {
  // Versions of guides are created when they are published.
  created_at: ({ created_at, published_at }) => String(created_at ?? published_at),
  name: ({ name, first_name, last_name }) => sortName(String(name ?? `${first_name} ${last_name}`)),
  contact_name: ({ contact_name }) => sortName(String(contact_name)),
  contacts_count: ({ contacts_count }) => Number(contacts_count),
  progress_percentage: ({ progress_percentage }) => Number(progress_percentage),
}

/** Orders by a related record. */
const GROUPED = [
  ...['organisation_name', 'latest_enrollment_at', 'last_activity_at', 'domain', 'guide_title', 'status'],
  // By a rank that a row has no number for, and by a date that some rows lack.
  ...['health', 'target_date'],
]

/** The order that a list is requested in, from the filters of its operation. */
export function rowOrderOf(filters: object): RowOrder {
  // Lists with other parameters have neither of these.
  const { sort, order } = filters as { sort?: string | undefined; order?: string | undefined }
  if (sort !== undefined && GROUPED.includes(sort)) return { keyOf: () => '', upwards: true, isOfServer: true }
  const key = KEYS[sort ?? 'created_at'] ?? KEYS.created_at
  const upwards = order === 'asc' || (order === undefined && sort !== undefined)
  // Rows are objects of a list operation.
  return { keyOf: (row) => key?.(row as Fields) ?? '', upwards }
}

export const NEWEST_FIRST = rowOrderOf({})
