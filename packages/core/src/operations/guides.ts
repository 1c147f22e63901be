import { changeGuideDraft } from '../guides/operations/changes.ts'
import { listAllGuides } from '../guides/operations/manage.ts'
import { createGuide, getGuide, getGuideDraft, listGuides, updateGuide } from '../guides/operations.ts'
import { leaveDraft, notePresence } from '../guides/presence/operations.ts'
import { previewGuide } from '../player/operations/preview.ts'

/** Guides and their drafts. A part of `operations.ts`. */
export const guidesOperations = {
  listGuides,
  listAllGuides,
  getGuide,
  getGuideDraft,
  createGuide,
  updateGuide,
  changeGuideDraft,
  previewGuide,
  notePresence,
  leaveDraft,
}
