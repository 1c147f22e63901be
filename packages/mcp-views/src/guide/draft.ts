import type { OutputOf, operations } from '@handrail/core'

export type Publication = OutputOf<typeof operations.publishGuideDraft>['data']
type Preview = OutputOf<typeof operations.previewGuideDraft>['data']

/** The answer of either tool: `published` tells that of `publish_guide`. */
export interface Draft {
  data: Preview | Publication
}

export type Difference = Preview['changes'][number]
export type Check = OutputOf<typeof operations.checkGuideDraft>['data']
export type Outline = OutputOf<typeof operations.getDraftOutline>['data']

/** What `publish_guide` has answered; undefined for a preview of the draft alone. */
export function publicationOf({ data }: Draft): Publication | undefined {
  return 'published' in data ? data : undefined
}
