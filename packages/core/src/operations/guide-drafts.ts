import { publishGuideDraft } from '../guides/authoring/operations/publish.ts'
import { checkGuideDraft, getDraftOutline, previewGuideDraft } from '../guides/authoring/operations/read.ts'
import { createGuideDraft, editGuideDraft } from '../guides/authoring/operations/write.ts'
import { changeGuideDraft } from '../guides/operations/changes.ts'
import { listGuideTemplates } from '../guides/operations/templates.ts'
import { updateGuide } from '../guides/operations.ts'
import { leaveDraft, notePresence } from '../guides/presence/operations.ts'
import { getUnseenChange, markDraftSeen } from '../guides/unseen/operations.ts'
import { previewGuide } from '../player/operations/preview.ts'

/** Changes of drafts, and who makes them. A part of `operations.ts`. */
export const guideDraftsOperations = {
  updateGuide,
  changeGuideDraft,
  listGuideTemplates,
  createGuideDraft,
  getDraftOutline,
  editGuideDraft,
  checkGuideDraft,
  previewGuideDraft,
  publishGuideDraft,
  previewGuide,
  getUnseenChange,
  markDraftSeen,
  notePresence,
  leaveDraft,
}
