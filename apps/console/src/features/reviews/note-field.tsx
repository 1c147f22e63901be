import { useEffect, useRef } from 'react'
import { Field } from '../../components/form/field.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { Submission } from './compare.ts'
import { type ReviewDraft, withNote } from './draft.ts'

/** The notes on the parts of a round. */
export interface NotesProps {
  draft: ReviewDraft
  onDraft(draft: ReviewDraft): void
  /** Whether sending was tried, so that notes that are not written are marked. */
  tried: boolean
  isWriting: boolean
  /** The round that is shown, and the one before it. */
  shown: Submission
  former: Submission | undefined
  /** Whether only what changed is shown. */
  isNarrowed: boolean
}

interface NoteFieldProps extends Pick<NotesProps, 'draft' | 'onDraft' | 'tried'> {
  /** The name of the field or the id of the file. */
  name: string
  label: string
  /** Whether the label is only read out. */
  isBare?: boolean
}

/** The field for what should change in an answer or a file. It gets the focus when it appears. */
export function NoteField({ name, label, isBare, draft, onDraft, tried }: NoteFieldProps) {
  const { t } = useI18n()
  const text = draft.notes[name] ?? ''
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (area.current?.value === '') area.current.focus()
  }, [])
  return (
    <Field label={label} isBare={isBare} wrong={tried && text.trim() === '' ? t('review.say_what') : undefined}>
      {(own) => (
        <textarea
          ref={area}
          className="input"
          rows={2}
          maxLength={5000}
          {...own}
          value={text}
          onChange={({ target }) => onDraft(withNote(draft, name, target.value))}
        />
      )}
    </Field>
  )
}

/** What was written to an answer or a file: in the round before, and in this one. */
export function Written({ name, shown, former }: Pick<NotesProps, 'shown' | 'former'> & { name: string }) {
  const { t } = useI18n()
  return [former, shown].map((round) => {
    const note = round?.notes[name]
    return (
      round &&
      note && (
        <small key={round.id} className={round === shown ? 'pre was-asked' : 'pre'}>
          {t('review.asked_here', { note })}
        </small>
      )
    )
  })
}
