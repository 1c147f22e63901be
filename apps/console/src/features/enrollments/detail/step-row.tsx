import { Paperclip } from 'lucide-react'
import type { Data, Item } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { byProgram } from '../../../components/by-program.ts'
import { OnlyUs } from '../../../components/plan/only-us.tsx'
import { TeamMark } from '../../../components/plan/team-mark.tsx'
import { useCompleteStep } from '../../../components/plan/use-complete-step.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import type { DatedSteps } from '../dates/clashes.ts'
import { isDated } from '../dates/plan-facts.tsx'
import { StepClash } from '../dates/step-clash.tsx'
import { StepDate } from '../dates/step-date.tsx'
import { AnswerList } from './answer-list.tsx'
import { ApprovalLink } from './approvals/approval-link.tsx'
import { placeId } from './focus-place.ts'
import { StepOwners } from './people/step-owners.tsx'
import { usePersonOf } from './people/use-person-of.ts'
import type { Role } from './people/use-roles.ts'
import type { PlannedStep } from './planned-step.ts'
import { type Standing, StepMark } from './step-mark.tsx'
import { StepMenu } from './step-menu.tsx'
import type { Checks } from './use-checks.ts'

type Enrollment = Data<'getEnrollment'>
type Step = Data<'getEnrollmentSteps'>['sections'][number]['steps'][number]
type Submission = Item<'listSubmissions'>
type Completion = Data<'getEnrollmentSteps'>['completions'][number]

interface StepRowProps {
  step: Step
  planned: PlannedStep | undefined
  plan: DatedSteps & Pick<Data<'getEnrollmentSteps'>, 'passed'>
  enrollment: Enrollment
  roles: readonly Role[]
  done: Completion | undefined
  checks: Checks
  /** Opens what was sent in it. */
  onReview(): void
}

export function StepRow({ step, planned, plan, enrollment, roles, done, checks, onReview }: StepRowProps) {
  const { t, bytes } = useI18n()
  const standing = standingOf(planned, done)
  const isSkipped = standing === 'skipped'
  const isPending = standing === 'open' || standing === 'changes_requested'
  const submission = checks.submissions.get(step.id)
  const approval = checks.approvals.get(step.id)
  const isNext = enrollment.progress.current_step_id === step.id && enrollment.status === 'in_progress'
  const may = useCan('enrollments:write') && enrollment.status !== 'expired'
  const isSubmitted = standing === 'submitted'
  const mayComplete = may && !done && !isSkipped && !isSubmitted && (enrollment.status !== 'completed' || step.internal)
  const complete = useCompleteStep(step.title)
  const files = enrollment.files.filter(({ step_id }) => step_id === step.id)
  const role = roles.find(({ id }) => id === step.responsible)
  return (
    <li id={placeId(step.id)} tabIndex={-1} className={isNext && !isSubmitted ? 'next' : undefined}>
      <StepMark standing={standing} next={isNext && !isSubmitted} />
      <div className="grow">
        <div className="row wrap between">
          <span className={done || isSubmitted ? 'b' : undefined}>
            {step.title} {!step.required && <span className="chip line">{t('enrollment.optional')}</span>}{' '}
            {role && <span className="chip line">{role.name}</span>} {step.internal && <OnlyUs />}
          </span>
          {isPending && planned && (planned.due_on || isDated(enrollment)) && (
            <StepDate step={planned} plan={plan} may={may} />
          )}
          <Outcome standing={standing} enrollment={enrollment} done={done} submission={submission} />
        </div>
        {isPending && planned?.due_is_manual && <StepClash step={planned} plan={plan} may={may} />}
        {standing === 'changes_requested' && !approval && <span className="warn">{t('plan.changes_asked')}</span>}
        {approval && <ApprovalLink approval={approval} />}
        {planned && step.responsible === 'team' ? (
          <span className="owner">
            <TeamMark /> {planned.assignee_name ?? t('plan.nobody')}
          </span>
        ) : (
          isPending && <StepOwners step={step} passed={plan.passed} enrollment={enrollment} />
        )}
        <Answers step={step} answers={enrollment.answers[step.id]} />
        {files.length > 0 && (
          <ul className="row wrap">
            {files.map(({ id, name, bytes: size, download_url }) => (
              <li key={id}>
                <a className="btn side" href={download_url}>
                  <Paperclip className="icon" aria-hidden />
                  {name} <span className="soft">{bytes(size)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isSubmitted && (
        <Button aria-label={t('plan.review_step', { step: step.title })} onClick={onReview}>
          {t('plan.review')}
        </Button>
      )}
      {mayComplete && (
        <Button busy={complete.isPending} onClick={() => complete.mutate({ id: enrollment.id, step_id: step.id })}>
          {t('enrollment.mark_done')}
        </Button>
      )}
      {may && planned && <StepMenu step={planned} enrollment={enrollment} onReview={submission && onReview} />}
    </li>
  )
}

interface OutcomeProps {
  standing: Standing
  enrollment: Enrollment
  done: Completion | undefined
  submission: Submission | undefined
}

/** What became of a step: by whom it was done and accepted, when it was sent, or that it is skipped. */
function Outcome({ standing, enrollment, done, submission }: OutcomeProps) {
  const i18n = useI18n()
  const { t, time, dayTime } = i18n
  const who = usePersonOf(enrollment)
  if (standing === 'skipped') return <span className="soft">{t('plan.skipped')}</span>
  if (standing === 'submitted' && submission) {
    const at = submission.submitted_at
    const isToday = new Date(at).toDateString() === new Date().toDateString()
    return <span className="soft">{t('plan.sent_at', { time: isToday ? time(at) : dayTime(at) })}</span>
  }
  if (!done) return null
  const accepted_by = submission?.status === 'accepted' ? submission.decided_by_name : null
  const accepted =
    accepted_by !== null &&
    accepted_by !== '' &&
    t('plan.accepted_by', { name: byProgram(i18n, accepted_by, submission?.decided_with) })
  const facts = [isByContact(done) && who(done), dayTime(done.completed_at), accepted]
  return <span className="soft">{facts.filter(Boolean).join(', ')}</span>
}

/** How a step stands, also of a guide without a plan. */
function standingOf(planned: PlannedStep | undefined, done: Completion | undefined): Standing {
  if (done) return 'done'
  return planned === undefined || planned.state === 'closed' ? 'open' : planned.state
}

function Answers({ step, answers }: { step: Step; answers: Record<string, unknown> | undefined }) {
  if (answers === undefined) return null
  const fields = step.content.fields ?? []
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]))
  return <AnswerList labels={labels} kinds={kinds} answers={answers} />
}

/** Members and programs are not named. */
function isByContact({ completed_by, participant_id }: Completion): boolean {
  return participant_id !== null || completed_by === 'contact'
}
