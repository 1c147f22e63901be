import { Plus } from 'lucide-react'
import { afterMenu, PopMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Draft, newStep, OFFERED_STEPS, type Section, type StepType, withSection } from '../../draft/draft.ts'
import { STEP_ICONS } from './step-icons.ts'

interface AddStepProps {
  section: Section
  /** Opens a step to write its title. */
  onTitle(id: string): void
  change(next: (draft: Draft) => Draft): void
}

/** Adds a step of a type at the end of a section, and opens it. */
export function AddStep({ section, change, onTitle }: AddStepProps) {
  const { t } = useI18n()
  const add = (type: StepType) => {
    const step = newStep(type, '')
    change((before) => withSection(before, section.id, (one) => ({ ...one, steps: [...one.steps, step] })))
    onTitle(step.id)
  }
  const entries = OFFERED_STEPS.map((type) => ({
    icon: STEP_ICONS[type],
    text: t(`step_type.${type}`),
    run: () => afterMenu(() => add(type)),
  }))
  return (
    <PopMenu entries={entries} position="bottom-start">
      {(own) => (
        <button type="button" className="pop-item add" {...own}>
          <Plus className="icon" aria-hidden />
          {t('editor.add_step')} <span className="unseen">{section.title}</span>
        </button>
      )}
    </PopMenu>
  )
}
