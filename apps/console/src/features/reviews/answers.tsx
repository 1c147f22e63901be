import { Check, Pencil, Trash2 } from 'lucide-react'
import { useAnswerText } from '../../components/answer-text.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { ComparedAnswer } from './compare.ts'
import { withNote } from './draft.ts'
import { NoteField, type NotesProps, Written } from './note-field.tsx'

/** The answers of a form in its order, each with what it was before and a note. */
export function Answers({ answers, ...notes }: NotesProps & { answers: readonly ComparedAnswer[] }) {
  const { t } = useI18n()
  const { draft, isNarrowed } = notes
  const listed = answers.filter(({ name, isChanged }) => !isNarrowed || isChanged || name in draft.notes)
  if (listed.length === 0) return <p className="soft">{t('review.nothing_changed')}</p>
  return (
    <ul className="sent-answers">
      {listed.map((answer) => (
        <Answer key={answer.name} answer={answer} {...notes} />
      ))}
    </ul>
  )
}

function Answer({ answer: given, ...notes }: NotesProps & { answer: ComparedAnswer }) {
  const { t } = useI18n()
  const textOf = useAnswerText()
  const { draft, onDraft, isWriting, shown } = notes
  const { name, label, kind, answer, before, isChanged } = given
  const hasNote = isWriting && name in draft.notes
  const wasAsked = !isWriting && shown.notes[name] !== undefined
  const text = textOf(answer, kind)
  // An answer to a question that the form does not have any more cannot be changed.
  const mayNote = isWriting && kind !== undefined
  return (
    <li className={hasNote || wasAsked ? 'marked' : undefined}>
      <span className="soft">{label}</span>
      <div>
        <p className={text === undefined ? 'soft' : 'pre'}>{text ?? t('review.not_answered')}</p>
        {isChanged && (
          <small className="pre">
            {t('review.before', { answer: textOf(before, kind) ?? t('review.not_answered') })}
          </small>
        )}
        <Written name={name} {...notes} />
        {hasNote && <NoteField name={name} label={t('review.note_on', { name: label })} isBare {...notes} />}
      </div>
      <div className="row answer-acts">
        {isChanged && <span className="chip info">{t('review.changed')}</span>}
        {!isChanged && !hasNote && !wasAsked && <Check className="icon" aria-hidden />}
        {mayNote && (
          <Button
            look="bare"
            aria-label={t(hasNote ? 'review.remove_from' : 'review.note_on', { name: label })}
            onClick={() => onDraft(withNote(draft, name, hasNote ? undefined : ''))}
          >
            {hasNote ? <Trash2 className="icon" aria-hidden /> : <Pencil className="icon" aria-hidden />}
            {t(hasNote ? 'review.remove' : 'review.note')}
          </Button>
        )}
      </div>
    </li>
  )
}
