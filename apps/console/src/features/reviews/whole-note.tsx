import { AreaField } from '../../components/form/field.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { ReviewDraft } from './draft.ts'

interface WholeNoteProps {
  draft: ReviewDraft
  /** Who reads it. */
  name: string
  wrong: string | undefined
  onDraft(draft: ReviewDraft): void
}

/** The note to all of what was sent. */
export function WholeNote({ draft, name, wrong, onDraft }: WholeNoteProps) {
  const { t } = useI18n()
  return (
    <div className="whole">
      <AreaField
        label={t('review.whole')}
        hint={t('review.whole_hint', { name })}
        wrong={wrong}
        rows={2}
        maxLength={5000}
        value={draft.note}
        onChange={(note) => onDraft({ ...draft, note })}
      />
    </div>
  )
}
