import { useI18n } from './render-context.ts'
import { Sentence } from './sentence.tsx'

/** Copies the text of the `code` elements in the nearest element with `data-copy`. */
export function CopyButton({ what }: { what: string }) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      class="quiet copy"
      aria-live="polite"
      data-copied={t('frame.copied')}
      data-by-hand={t('frame.by_hand')}
      hidden
    >
      <Sentence text={t('frame.copy')} parts={{ what: <span class="unseen">{what}</span> }} />
    </button>
  )
}
