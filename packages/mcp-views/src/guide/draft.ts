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

type Look = 'light' | 'dark'
type Shown = OutputOf<typeof operations.showGuideDraft>['data']
export type Passage = NonNullable<Shown['changes']>[number]['texts'][number]['passages'][number]

/** What `show_guide_draft` answers: a page as HTML that loads nothing, and beside the overview what the whole view shows. */
export interface ShownPage extends Pick<Shown, 'revision' | 'version_number' | 'written_by' | 'written_with'> {
  changes?: Shown['changes']
  sections: { title: string; steps: { id: string; title: string }[] }[]
  page: string
  styles?: Record<Look, string>
}

/** What `publish_guide` has answered; undefined for a preview of the draft alone. */
export function publicationOf({ data }: Draft): Publication | undefined {
  return 'published' in data ? data : undefined
}
