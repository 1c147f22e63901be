import { archiveGuide, unarchiveGuide } from '../guides/operations/archive.ts'
import { listEmbedHosts } from '../guides/operations/embed-hosts.ts'
import { deleteGuide, discardGuideChanges, duplicateGuide } from '../guides/operations/manage.ts'
import { getGuideVersion, listGuideVersions, restoreGuideVersion } from '../guides/operations/versions.ts'
import { publishGuide } from '../guides/operations.ts'
import { getReplacedDraft, listReplacedDrafts } from '../guides/replaced/operations.ts'
import { getMediaSizes, listMedia, openMedia } from '../media/operations/open.ts'
import { uploadMedia } from '../media/operations/upload.ts'
import { continueGuideMove, createGuideMove, getGuideMove, listGuideMoves, runGuideMove } from '../moves/operations.ts'

/** Publishing and its versions, moves between them, and media. A part of `operations.ts`. */
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
  createGuideMove,
  listGuideMoves,
  getGuideMove,
  runGuideMove,
  continueGuideMove,
  uploadMedia,
  listMedia,
  openMedia,
  getMediaSizes,
  listEmbedHosts,
}
