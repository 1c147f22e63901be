import { type KeyboardEvent, useId, useState } from 'react'
import type { Data } from '../../api/operations.ts'
import { Switch } from '../../components/form/field.tsx'
import { Fault } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import { Answers } from './answers.tsx'
import { comparedAnswers, comparedFiles, type Submission } from './compare.ts'
import { DecisionBar } from './decision-bar.tsx'
import { isEmptyDraft, type ReviewDraft } from './draft.ts'
import { Asked, Meanwhile } from './notices.tsx'
import type { ReviewedStep } from './reviewed-step.ts'
import { Rounds } from './rounds.tsx'
import { SentFiles } from './sent-files.tsx'
import { useDecision } from './use-decision.ts'
import { WholeNote } from './whole-note.tsx'

interface ReviewFacts {
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
  const panel = useId()
  const shown = rounds.find((one) => one.round === round) ?? latest
  const former = rounds.find((one) => one.round === shown.round - 1)
  const isWaiting = latest.status === 'submitted' && step.state === 'submitted'
  const mayDecide = useCan('enrollments:write') && enrollment.status !== 'expired' && isWaiting
  const isWriting = mayDecide && shown === latest
  const deciding = useDecision({ enrollment, step, latest, draft, onDraft, refresh, onDecided })
  const { form, meanwhile, tried, fault, write } = deciding
  const notes = {
    draft,
    onDraft: write,
    tried,
    isWriting,
    shown,
    former,
    isNarrowed: isNarrowed && former !== undefined,
  }
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
        deciding.press(deciding.count > 0 ? 'request_changes' : 'accept')
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
          <WholeNote
            draft={draft}
            name={person(latest)}
            wrong={tried && deciding.isBlank ? t('review.say_whole') : undefined}
            onDraft={write}
          />
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
          onGoOn={meanwhile === 'sent_again' ? deciding.goOn : undefined}
        />
      )}
    </form>
  )
}

/** What the notes of a draft are about, by the names of fields and the ids of files. */
function labelsOf({ step, rounds }: ReviewFacts): ReadonlyMap<string, string> {
  const fields = (step.content.fields ?? []).map(({ name, label }) => [name, label] as const)
  const files = rounds.flatMap((one) => one.files.map(({ id, name }) => [id, name] as const))
  return new Map([...fields, ...files])
}
