import { listAllGuides } from '../guides/operations/manage.ts'
import { createGuide, getGuide, getGuideDraft, listGuides } from '../guides/operations.ts'

/** Guides. A part of `operations.ts`. */
export const guidesOperations = {
  listGuides,
  listAllGuides,
  getGuide,
  getGuideDraft,
  createGuide,
}
