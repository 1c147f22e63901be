import type { Data, Item } from '../../../api/operations.ts'

/** What became of one contact. */
export interface Enrolled {
  contact: Item<'listContacts'>
  enrollment?: Data<'createEnrollment'>
  /** What went wrong with this one. */
  error?: unknown
}
