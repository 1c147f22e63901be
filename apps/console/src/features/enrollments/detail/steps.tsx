import { Paperclip } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { usePersonOf } from './people/use-person-of.ts'
import type { Role } from './people/use-roles.ts'
import { StepMark } from './step-mark.tsx'

type Enrollment = Data<'getEnrollment'>
type Section = Data<'getEnrollmentSteps'>['sections'][number]
type Step = Section['steps'][number]
type Completion = Data<'getEnrollmentSteps'>['completions'][number]

/** The steps of an enrollment with the contact's answers and files. */
export function Steps({ enrollment }: { enrollment: Enrollment }) {
  const { t } = useI18n()
  const query = useOperation('getEnrollmentSteps', { id: enrollment.id })
  return (
    <QueryView query={query}>
      {({ data: { roles, sections, completions } }) => {
        const done = new Map(completions.map((completion) => [completion.step_id, completion]))
        const shown = sections.map((section) => (
          <section key={section.id} aria-label={section.title}>
            <h2 className="section-head">
              {section.title}
              <span className="right">
                {t('enrollment.of', {
                  done: section.steps.filter(({ id }) => done.has(id)).length,
                  of: section.steps.length,
                })}
              </span>
            </h2>
            <ul className="step-rows">
              {section.steps.map((step) => (
                <StepRow key={step.id} step={step} enrollment={enrollment} roles={roles} done={done.get(step.id)} />
              ))}
            </ul>
          </section>
        ))
        return [...shown, <LeftBehind key="left" sections={sections} answers={enrollment.answers} />]
      }}
    </QueryView>
  )
}

/** Answers to steps that the version of the enrollment does not have, after a move. */
function LeftBehind({ sections, answers }: { sections: readonly Section[]; answers: Enrollment['answers'] }) {
  const { t } = useI18n()
  const own = new Set(sections.flatMap(({ steps }) => steps.map(({ id }) => id)))
  const left = Object.entries(answers).filter(([step_id]) => !own.has(step_id))
  if (left.length === 0) return null
  return (
    <section aria-label={t('enrollment.left_behind')}>
      <h2 className="section-head">{t('enrollment.left_behind')}</h2>
      <ul className="step-rows">
        {left.map(([step_id, given]) => (
          <li key={step_id}>
            <AnswerList labels={new Map()} answers={given} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface StepRowProps {
  step: Step
  enrollment: Enrollment
  roles: readonly Role[]
  done: Completion | undefined
}

function StepRow({ step, enrollment, roles, done }: StepRowProps) {
  const { t, dayTime, bytes } = useI18n()
  const isNext = enrollment.progress.current_step_id === step.id && enrollment.status === 'in_progress'
  const may = useCan('enrollments:write') && enrollment.status !== 'expired' && enrollment.status !== 'completed'
  const complete = useOperationMutation('completeStep', {
    onSuccess: () => toasts.show(t('enrollment.marked', { step: step.title })),
  })
  const files = enrollment.files.filter(({ step_id }) => step_id === step.id)
  const role = roles.find(({ id }) => id === step.responsible)
  const who = usePersonOf(enrollment)
  return (
    <li className={isNext ? 'next' : undefined}>
      <StepMark done={done !== undefined} next={isNext} />
      <div className="grow">
        <div className="row wrap between">
          <span className={done ? 'b' : undefined}>
            {step.title} {!step.required && <span className="chip line">{t('enrollment.optional')}</span>}{' '}
            {role && <span className="chip line">{role.name}</span>}
          </span>
          {done && (
            <span className="soft">
              {[isByContact(done) && who(done), dayTime(done.completed_at)].filter(Boolean).join(', ')}
            </span>
          )}
        </div>
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
      {!done && may && (
        <Button busy={complete.isPending} onClick={() => complete.mutate({ id: enrollment.id, step_id: step.id })}>
          {t('enrollment.mark_done')}
        </Button>
      )}
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

interface AnswerListProps {
  /** The labels of fields, by name. */
  labels: ReadonlyMap<string, string>
  answers: Record<string, unknown>
}

function AnswerList({ labels, answers }: AnswerListProps) {
  const { t } = useI18n()
  return (
    <dl className="kv answers">
      {Object.entries(answers).map(([name, answer]) => (
        <div key={name}>
          <dt>{labels.get(name) ?? name}</dt>
          <dd className="pre">{shown(answer, t('common.yes'), t('common.no'))}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(answer: unknown, yes: string, no: string): string {
  if (Array.isArray(answer)) return answer.join(', ')
  if (typeof answer === 'boolean') return answer ? yes : no
  return String(answer ?? '–')
}
