import { useEffect } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useFilters } from '../../../workspace/link.tsx'
import { AnswerList } from './answer-list.tsx'
import { focusPlace, placeId } from './focus-place.ts'
import { Gate } from './gate.tsx'
import type { PlannedStep } from './planned-step.ts'
import { StepRow } from './step-row.tsx'
import { useChecks } from './use-checks.ts'

type Enrollment = Data<'getEnrollment'>
type Section = Data<'getEnrollmentSteps'>['sections'][number]

interface StepsProps {
  enrollment: Enrollment
  /** Opens what was sent in a step. */
  onReview(step_id: string): void
}

/** The steps of an enrollment: who does each, and the contact's answers and files. */
export function Steps({ enrollment, onReview }: StepsProps) {
  const { t } = useI18n()
  const query = useOperation('getEnrollmentSteps', { id: enrollment.id })
  const checks = useChecks(enrollment, query.data?.data.steps ?? [])
  const [{ at }] = useFilters()
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (isLoaded && at !== undefined) focusPlace(at)
  }, [isLoaded, at])
  return (
    <QueryView query={query}>
      {({ data: plan }) => {
        const { roles, sections, steps, completions, internal } = plan
        const done = new Map(completions.map((completion) => [completion.step_id, completion]))
        const planned = new Map(steps.map((step) => [step.id, step]))
        const counted = (section: Section) => steps.filter((step) => step.section_id === section.id && !step.internal)
        const shown = sections.map((section) => (
          <section key={section.id} id={placeId(section.id)} tabIndex={-1} aria-label={section.title}>
            <h2 className="section-head">
              {section.title}
              <Gate section={section} enrollment={enrollment} />
              <span className="right">
                {t('enrollment.of', { done: counted(section).filter(isSettled).length, of: counted(section).length })}
              </span>
            </h2>
            <ul className="step-rows">
              {section.steps.map((step) => (
                <StepRow
                  key={step.id}
                  step={step}
                  planned={planned.get(step.id)}
                  plan={plan}
                  enrollment={enrollment}
                  roles={roles}
                  done={done.get(step.id)}
                  checks={checks}
                  onReview={() => onReview(step.id)}
                />
              ))}
            </ul>
          </section>
        ))
        const { completed_steps, total_steps } = internal
        return [
          ...shown,
          total_steps > 0 && (
            <p key="internal" className="pad all soft">
              {t('plan.internal_count', { done: completed_steps, of: total_steps })}
            </p>
          ),
          <LeftBehind key="left" sections={sections} answers={enrollment.answers} />,
        ]
      }}
    </QueryView>
  )
}

function isSettled({ state }: PlannedStep): boolean {
  return state === 'done' || state === 'skipped'
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
