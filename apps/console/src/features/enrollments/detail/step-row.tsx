import { Paperclip } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { OnlyUs } from '../../../components/plan/only-us.tsx'
import { TeamMark } from '../../../components/plan/team-mark.tsx'
import { useCompleteStep } from '../../../components/plan/use-complete-step.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { isDated } from '../dates/plan-facts.tsx'
import { StepDate } from '../dates/step-date.tsx'
import { AnswerList } from './answer-list.tsx'
import { usePersonOf } from './people/use-person-of.ts'
import type { Role } from './people/use-roles.ts'
import type { PlannedStep } from './planned-step.ts'
import { StepMark } from './step-mark.tsx'
import { StepMenu } from './step-menu.tsx'

type Enrollment = Data<'getEnrollment'>
type Step = Data<'getEnrollmentSteps'>['sections'][number]['steps'][number]
type Completion = Data<'getEnrollmentSteps'>['completions'][number]

interface StepRowProps {
  step: Step
  planned: PlannedStep | undefined
  enrollment: Enrollment
  roles: readonly Role[]
  done: Completion | undefined
}

export function StepRow({ step, planned, enrollment, roles, done }: StepRowProps) {
  const { t, dayTime, bytes } = useI18n()
  const isSkipped = planned?.state === 'skipped'
  const isPending = planned?.state === 'open' || planned?.state === 'closed'
  const isNext = enrollment.progress.current_step_id === step.id && enrollment.status === 'in_progress'
  const may = useCan('enrollments:write') && enrollment.status !== 'expired'
  const mayComplete = may && !done && !isSkipped && (enrollment.status !== 'completed' || step.internal)
  const complete = useCompleteStep(step.title)
  const files = enrollment.files.filter(({ step_id }) => step_id === step.id)
  const role = roles.find(({ id }) => id === step.responsible)
  const who = usePersonOf(enrollment)
  return (
    <li className={isNext ? 'next' : undefined}>
      <StepMark done={done !== undefined} next={isNext} skipped={isSkipped} />
      <div className="grow">
        <div className="row wrap between">
          <span className={done ? 'b' : undefined}>
            {step.title} {!step.required && <span className="chip line">{t('enrollment.optional')}</span>}{' '}
            {role && <span className="chip line">{role.name}</span>} {step.internal && <OnlyUs />}
          </span>
          {isPending && (planned.due_on || isDated(enrollment)) && <StepDate step={planned} may={may} />}
          {done && (
            <span className="soft">
              {[isByContact(done) && who(done), dayTime(done.completed_at)].filter(Boolean).join(', ')}
            </span>
          )}
          {isSkipped && <span className="soft">{t('plan.skipped')}</span>}
        </div>
        {step.responsible === 'team' && planned && (
          <span className="owner">
            <TeamMark /> {planned.assignee_name ?? t('plan.nobody')}
          </span>
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
      {mayComplete && (
        <Button busy={complete.isPending} onClick={() => complete.mutate({ id: enrollment.id, step_id: step.id })}>
          {t('enrollment.mark_done')}
        </Button>
      )}
      {may && planned && <StepMenu step={planned} enrollment={enrollment} />}
    </li>
  )
}

function Answers({ step, answers }: { step: Step; answers: Record<string, unknown> | undefined }) {
  if (answers === undefined) return null
  const labels = new Map((step.content.fields ?? []).map(({ name, label }) => [name, label]))
  return <AnswerList labels={labels} answers={answers} />
}

/** Members and programs are not named. */
function isByContact({ completed_by, participant_id }: Completion): boolean {
  return participant_id !== null || completed_by === 'contact'
}
