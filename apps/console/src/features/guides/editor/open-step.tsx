import type { Unfinished } from '@handrail/core/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Draft } from '../draft/draft.ts'
import { BothVersions } from './both/both-versions.tsx'
import type { Other } from './presence/use-presence.ts'
import type { Editing } from './saving/use-draft.ts'
import { StepEditor } from './step-editor.tsx'

interface OpenStepProps {
  editing: Editing
  /** The id of the step. */
  open: string | undefined
  /** Whether its title gets the focus. */
  isTitled: boolean
  unfinished: readonly Unfinished[]
  others: readonly Other[]
  /** Opens a step to write its title. */
  onTitle(id: string): void
  /** Whether it is shown who does the step and when. */
  isPlanning: boolean
  onPlan(): void
}

/** The open step of a guide, with the choice between two versions of it. */
export function OpenStep({ editing, open, isTitled, unfinished, others, onTitle, isPlanning, onPlan }: OpenStepProps) {
  const { draft, both, choose } = editing
  const step = draft.sections.flatMap(({ steps }) => steps).find(({ id }) => id === open)
  const theirs = step && both.get(step.id)
  return (
    <>
      <div role="alert">
        {step && theirs && (
          <BothVersions
            mine={step}
            theirs={theirs}
            who={(others.find(({ step_id }) => step_id === step.id) ?? others[0])?.name}
            choose={(which) => choose(step.id, which)}
          />
        )}
      </div>
      {step ? (
        <StepEditor
          key={step.id}
          step={step}
          unfinished={unfinished.filter(({ id }) => id === step.id)}
          isTitled={isTitled}
          onTitle={onTitle}
          isPlanning={isPlanning}
          onPlan={onPlan}
          editing={editing}
        />
      ) : (
        <NothingOpen draft={draft} />
      )}
    </>
  )
}

function NothingOpen({ draft }: { draft: Draft }) {
  const { t } = useI18n()
  const hasSteps = draft.sections.some(({ steps }) => steps.length > 0)
  return <p className="soft nothing-open">{t(hasSteps ? 'editor.choose_step' : 'editor.no_steps')}</p>
}
