import type { Unfinished } from '@handrail/core/contract'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Step, withStep } from '../../draft/draft.ts'
import { faultsOfStep } from '../faults.ts'
import type { Editing } from '../saving/use-draft.ts'
import { useSettingsGroup } from '../settings/guide-settings.tsx'
import { Review } from './review.tsx'
import { When } from './when.tsx'
import { Who } from './who.tsx'
import './plan.css'

interface WhoAndWhenProps {
  editing: Editing
  /** The id of the step. */
  open: string | undefined
  unfinished: readonly Unfinished[]
}

/** Who does the open step, by when, and whether it is reviewed. */
export function WhoAndWhen({ editing, open, unfinished }: WhoAndWhenProps) {
  const i18n = useI18n()
  const [, showSettings] = useSettingsGroup()
  const { draft, change } = editing
  const step = draft.sections.flatMap(({ steps }) => steps).find(({ id }) => id === open)
  if (!step) return <p className="soft plan-part">{i18n.t('guide_plan.nothing_open')}</p>
  const wrong = faultsOfStep(editing, step.id, i18n)
  const changeStep = (next: (step: Step) => Step) => change((before) => withStep(before, step.id, next))
  return (
    <>
      <Who
        key={step.id}
        step={step}
        roles={draft.roles}
        wrong={wrong}
        change={changeStep}
        onRoles={() => showSettings('people')}
      />
      <When
        key={`${step.id} due`}
        step={step}
        draft={draft}
        unfinished={unfinished.filter(({ id }) => id === step.id)}
        wrong={wrong}
        change={change}
      />
      <Review step={step} wrong={wrong} change={changeStep} />
    </>
  )
}
