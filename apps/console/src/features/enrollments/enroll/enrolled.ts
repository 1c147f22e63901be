import type { Data, Item } from '../../../api/operations.ts'

/** The result of enrolling one contact. */
export interface Enrolled {
  contact: Item<'listContacts'>
  enrollment?: Data<'createEnrollment'>
  /** The error, if enrolling failed. */
  error?: unknown
}
