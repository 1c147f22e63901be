import { Sentence } from './sentence.tsx'
import { useWords } from './surroundings.ts'

/** Copies the text of the `code` elements in the nearest element with `data-copy`. */
export function CopyButton({ what }: { what: string }) {
  const { say } = useWords()
  return (
    <button
      type="button"
      class="quiet copy"
      aria-live="polite"
      data-copied={say('frame.copied')}
      data-by-hand={say('frame.by_hand')}
      hidden
    >
      <Sentence text={say('frame.copy')} parts={{ what: <span class="unseen">{what}</span> }} />
    </button>
  )
}
