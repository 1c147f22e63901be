import { useState } from 'react'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { EMPTY_DRAFT, type ReviewDraft } from './draft.ts'
import { keyOf, type ReviewPlace } from './place.ts'

const ReviewPanel = lazyDialog(() => import('./review-panel.tsx'), 'ReviewPanel', 'review')

interface ReviewingProps {
  /** The review that is open. */
  at: ReviewPlace | undefined
  /** The reviews that wait, in the order of the page. */
  waiting: readonly ReviewPlace[]
  /** Opens another review, or closes the panel. */
  onGo(place: ReviewPlace | undefined): void
}

/** The review that the address of a page names. What was written is kept until the page is left. */
export function Reviewing({ at, waiting, onGo }: ReviewingProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, ReviewDraft>>>({})
  if (!at) return null
  const key = keyOf(at)
  return (
    <ReviewPanel
      at={at}
      waiting={waiting}
      draft={drafts[key] ?? EMPTY_DRAFT}
      onDraft={(draft) => setDrafts((before) => ({ ...before, [key]: draft }))}
      onGo={onGo}
      onClose={() => onGo(undefined)}
    />
  )
}
