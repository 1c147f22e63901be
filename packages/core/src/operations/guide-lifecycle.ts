import { archiveGuide, unarchiveGuide } from '../guides/operations/archive.ts'
import { deleteGuide, discardGuideChanges, duplicateGuide } from '../guides/operations/manage.ts'
import { getGuideVersion, listGuideVersions, restoreGuideVersion } from '../guides/operations/versions.ts'
import { publishGuide } from '../guides/operations.ts'
import { getReplacedDraft, listReplacedDrafts } from '../guides/replaced/operations.ts'

/** Publishing, and its versions. A part of `operations.ts`. */
export const guideLifecycleOperations = {
  discardGuideChanges,
  publishGuide,
  archiveGuide,
  unarchiveGuide,
  duplicateGuide,
  deleteGuide,
  listGuideVersions,
  getGuideVersion,
  restoreGuideVersion,
  listReplacedDrafts,
  getReplacedDraft,
}
