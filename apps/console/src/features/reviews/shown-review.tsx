import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { CallError } from '../../api/error.ts'
import { useFault } from '../../api/fault.ts'
import type { Data } from '../../api/operations.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { Field, Switch } from '../../components/form/field.tsx'
import { Fault } from '../../components/query-view.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import { Answers } from './answers.tsx'
import { comparedAnswers, comparedFiles, type Submission } from './compare.ts'
import { type Decision, DecisionBar } from './decision-bar.tsx'
import { carriedOver, EMPTY_DRAFT, isEmptyDraft, type ReviewDraft, unwritten } from './draft.ts'
import { Asked, Meanwhile, meanwhileOf } from './notices.tsx'
import type { ReviewedStep } from './reviewed-step.ts'
import { Rounds } from './rounds.tsx'
import { SentFiles } from './sent-files.tsx'

export interface ReviewFacts {
  enrollment: Data<'getEnrollment'>
  step: ReviewedStep
  latest: Submission
  /** All rounds, the latest first. */
  rounds: readonly Submission[]
  /** Names who sent a round. */
  person(submission: Submission): string
}

interface ShownReviewProps {
  facts: ReviewFacts
  draft: ReviewDraft
  onDraft(draft: ReviewDraft): void
  /** Requests everything again, after somebody else was faster. */
  refresh(): Promise<unknown>
  onDecided(): void
}

/** The rounds of a step, and the decision on the latest one. */
export function ShownReview({ facts, draft, onDraft, refresh, onDecided }: ShownReviewProps) {
  const { t } = useI18n()
  const { enrollment, step, latest, rounds, person } = facts
  const [round, setRound] = useState<number>()
  const [isNarrowed, setNarrowed] = useState(false)
  /** The submission that is decided on: another one is only decided on after it was looked at. */
  const [seen, setSeen] = useState(latest)
  const panel = useId()
  const shown = rounds.find((one) => one.round === round) ?? latest
  const former = rounds.find((one) => one.round === shown.round - 1)
  const meanwhile = meanwhileOf(seen, latest)
  const isWaiting = latest.status === 'submitted' && step.state === 'submitted'
  const mayDecide = useCan('enrollments:write') && enrollment.status !== 'expired' && isWaiting
  const isWriting = mayDecide && shown === latest
  const deciding = useDecision({ facts, seen, draft, onDraft, refresh, onDecided })
  const { form, tried, fault } = deciding
  const notes = { draft, onDraft, tried, isWriting, shown, former, isNarrowed: isNarrowed && former !== undefined }
  const answers = comparedAnswers(step.content.fields ?? [], shown, former)
  return (
    <form
      ref={form}
      className="review"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isWriting) return
        event.preventDefault()
        if (meanwhile !== 'sent_again') deciding.press(deciding.count > 0 ? 'request_changes' : 'accept')
      }}
    >
      <div className="review-tools">
        <Rounds rounds={rounds} shown={shown} panel={panel} due_on={step.due_on} onChoose={setRound} />
        {former && <Switch label={t('review.only_changed')} checked={isNarrowed} onChange={setNarrowed} />}
      </div>
      <div className="review-body" role="tabpanel" id={panel} aria-labelledby={`${panel}-${shown.round}`} tabIndex={-1}>
        {meanwhile && (
          <Meanwhile what={meanwhile} latest={latest} name={person(latest)} draft={draft} labels={labelsOf(facts)} />
        )}
        {fault && !meanwhile && <Fault fault={fault} />}
        {former && <Asked submission={former} />}
        {shown.status !== 'submitted' && <Asked submission={shown} />}
        {answers.length > 0 && <Answers answers={answers} {...notes} />}
        {answers.length === 0 && <SentFiles compared={comparedFiles(shown, former)} {...notes} />}
        {shown.comment !== '' && (
          <p className="pre">
            <span className="soft">{t('review.wrote', { name: person(shown) })}</span> {shown.comment}
          </p>
        )}
        {isWriting && (
          <div className="whole">
            <Field
              label={t('review.whole')}
              hint={t('review.whole_hint', { name: person(latest) })}
              wrong={tried && deciding.isBlank ? t('review.say_whole') : undefined}
            >
              {(own) => (
                <textarea
                  className="input"
                  rows={2}
                  maxLength={5000}
                  {...own}
                  value={draft.note}
                  onChange={({ target }) => onDraft({ ...draft, note: target.value })}
                />
              )}
            </Field>
          </div>
        )}
      </div>
      {isWriting && (
        <DecisionBar
          count={deciding.count}
          name={person(latest)}
          isWritten={!isEmptyDraft(draft)}
          mail={deciding.mail}
          onMail={deciding.setMail}
          busy={deciding.busy}
          onPress={deciding.press}
          onGoOn={
            meanwhile === 'sent_again'
              ? () => {
                  onDraft(carriedOver(draft, seen, latest))
                  setSeen(latest)
                }
              : undefined
          }
        />
      )}
    </form>
  )
}

type Deciding = Pick<ShownReviewProps, 'facts' | 'draft' | 'onDraft' | 'refresh' | 'onDecided'> & { seen: Submission }

/** Decides on the submission that the member has seen. An unwritten note gets the focus instead. */
function useDecision({ facts: { enrollment, step }, seen, draft, onDraft, refresh, onDecided }: Deciding) {
  const { t } = useI18n()
  const form = useRef<HTMLFormElement>(null)
  const [mail, setMail] = useState<'daily' | 'now'>('daily')
  const [tried, setTried] = useState(false)
  const review = useOperationMutation('reviewSubmission', {
    shown: true,
    onSuccess(_answer, { decision }) {
      toasts.show(t(decision === 'accept' ? 'review.is_accepted' : 'review.is_asked', { step: step.title }))
      onDraft(EMPTY_DRAFT)
      onDecided()
    },
  })
  const count = Object.keys(draft.notes).length
  const isBlank = count === 0 && draft.note.trim() === ''
  const press = (decision: Decision) => {
    if (review.isPending) return
    if (decision === 'request_changes' && (isBlank || unwritten(draft).length > 0)) {
      setTried(true)
      const fields = [
        ...(form.current?.querySelectorAll<HTMLTextAreaElement>('.marked textarea, .whole textarea') ?? []),
      ]
      return fields.find(({ value }) => value.trim() === '')?.focus()
    }
    const place = { id: enrollment.id, submission_id: seen.id, revision: seen.revision, note: draft.note.trim() }
    const given = decision === 'accept' ? place : { ...place, notes: draft.notes, mail }
    review.mutate(
      { ...given, decision },
      { onError: (error) => error instanceof CallError && error.status === 409 && void refresh() },
    )
  }
  const fault = useFault(review.error)
  return { form, tried, count, isBlank, mail, setMail, busy: review.isPending, press, fault }
}

/** What the notes of a draft are about, by the names of fields and the ids of files. */
function labelsOf({ step, rounds }: ReviewFacts): ReadonlyMap<string, string> {
  const fields = (step.content.fields ?? []).map(({ name, label }) => [name, label] as const)
  const files = rounds.flatMap((one) => one.files.map(({ id, name }) => [id, name] as const))
  return new Map([...fields, ...files])
}
