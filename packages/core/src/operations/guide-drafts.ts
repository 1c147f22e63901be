import { changeGuideDraft } from '../guides/operations/changes.ts'
import { updateGuide } from '../guides/operations.ts'
import { leaveDraft, notePresence } from '../guides/presence/operations.ts'
import { getUnseenChange, markDraftSeen } from '../guides/unseen/operations.ts'
import { previewGuide } from '../player/operations/preview.ts'

/** Changes of drafts, and who makes them. A part of `operations.ts`. */
export const guideDraftsOperations = {
  updateGuide,
  changeGuideDraft,
  previewGuide,
  getUnseenChange,
  markDraftSeen,
  notePresence,
  leaveDraft,
}
