import { listEmbedHosts } from '../guides/operations/embed-hosts.ts'
import { getMediaSizes, listMedia, openMedia } from '../media/operations/open.ts'
import { uploadMedia } from '../media/operations/upload.ts'
import { continueGuideMove, createGuideMove, getGuideMove, listGuideMoves, runGuideMove } from '../moves/operations.ts'

/** Moves of enrollments to other versions, and media of guides. A part of `operations.ts`. */
export const guideMovesOperations = {
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
