import { publishGuideDraft } from '../guides/authoring/operations/publish.ts'
import { checkGuideDraft, getDraftOutline, previewGuideDraft } from '../guides/authoring/operations/read.ts'
import { createGuideDraft, editGuideDraft } from '../guides/authoring/operations/write.ts'
import { listGuideTemplates } from '../guides/operations/templates.ts'
import { showGuideDraft } from '../player/operations/show-draft.ts'

/** Writing guides by outlines, revisions and confirmations. A part of `operations.ts`. */
export const guideAuthoringOperations = {
  listGuideTemplates,
  createGuideDraft,
  getDraftOutline,
  editGuideDraft,
  checkGuideDraft,
  previewGuideDraft,
  showGuideDraft,
  publishGuideDraft,
}
