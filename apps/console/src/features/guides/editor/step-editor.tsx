import type { Unfinished } from '@handrail/core/contract'
import type { KeyboardEvent } from 'react'
import { ChoiceField, Field, Switch, TextField } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import {
  newStep,
  OFFERED_STEPS,
  type Step,
  type StepType,
  withoutStep,
  withStep,
  withStepAfter,
  withType,
} from '../draft/draft.ts'
import { ContentEditor } from './content/content-editor.tsx'
import { usePublishedNames } from './content/use-published-names.ts'
import { faultsOfStep } from './faults.ts'
import { rowKeys } from './keys.ts'
import { STEP_ICONS } from './outline/step-icons.ts'
import { PlanButton } from './plan/plan-button.tsx'
import type { Editing } from './saving/use-draft.ts'
import { UnfinishedNote } from './unfinished/unfinished-steps.tsx'

interface StepEditorProps {
  step: Step
  unfinished: readonly Unfinished[]
  /** Whether its title gets the focus. */
  isTitled: boolean
  /** Opens a step to write its title. */
  onTitle(id: string): void
  /** Whether it is shown who does it and when. */
  isPlanning: boolean
  onPlan(): void
  editing: Editing
}

/** The form of a step: title, type and content. */
export function StepEditor({ step, unfinished, isTitled, onTitle, isPlanning, onPlan, editing }: StepEditorProps) {
  const i18n = useI18n()
  const { t } = i18n
  const change = (changes: Partial<Step>) =>
    editing.change((draft) => withStep(draft, step.id, (one) => ({ ...one, ...changes })))
  const chooseType = (type: StepType) =>
    editing.change((draft) => withStep(draft, step.id, (one) => withType(one, type)))
  const published = usePublishedNames(editing.guide, step)
  const wrong = faultsOfStep(editing, step.id, i18n)
  const Icon = STEP_ICONS[step.type]
  const titleKeys = keysOfTitle({ step, editing, onTitle })
  return (
    <article className="step" aria-label={step.title || t('editor.untitled')}>
      <div className="step-facts">
        <div className="step-type">
          <Icon className="icon" aria-hidden />
          <ChoiceField
            label={t('editor.step_type')}
            value={step.type}
            options={OFFERED_STEPS.map((type) => [type, t(`step_type.${type}`)] as const)}
            onChange={chooseType}
          />
        </div>
        <Field label={t('editor.minutes')} wrong={wrong.estimated_minutes}>
          {(own) => (
            <span className="input with-unit">
              <input
                type="number"
                min={1}
                max={480}
                placeholder="–"
                {...own}
                value={step.estimated_minutes ?? ''}
                onChange={({ target: { value } }) =>
                  change({
                    estimated_minutes: value === '' ? null : Math.min(480, Math.max(1, Math.round(Number(value)))),
                  })
                }
              />
              <span aria-hidden>{t('editor.minutes_unit', { count: step.estimated_minutes ?? 0 })}</span>
            </span>
          )}
        </Field>
        <PlanButton step={step} draft={editing.draft} isOpen={isPlanning} onOpen={onPlan} />
        <Switch
          label={t('editor.required')}
          hint={t('editor.required_hint')}
          checked={step.required}
          onChange={(required) => change({ required })}
        />
      </div>
      <div className="step-title">
        <TextField
          label={t('editor.step_title')}
          value={step.title}
          wrong={wrong.title}
          maxLength={255}
          placeholder={t('editor.untitled')}
          autoFocus={isTitled}
          onKeyDown={titleKeys}
          onChange={(title) => change({ title })}
        />
      </div>
      <UnfinishedNote found={unfinished} />
      <ContentEditor
        step={step}
        wrong={wrong}
        published={published}
        onVideo={() => {
          chooseType('video')
          setTimeout(() => document.querySelector<HTMLElement>('.step input[type="url"]')?.focus())
        }}
        onChange={(content) => change({ content: { ...step.content, ...content } })}
      />
    </article>
  )
}

const MAX_STEPS = 200

/** Enter adds a step of the same type, Backspace removes an empty step, the arrow down leads to its text. */
function keysOfTitle({ step, editing, onTitle }: Pick<StepEditorProps, 'step' | 'editing' | 'onTitle'>) {
  const { change, draft } = editing
  const steps = draft.sections.flatMap((section) => section.steps)
  const own = draft.sections.find((section) => section.steps.includes(step))
  const add = () => {
    const added = newStep(step.type, '')
    change((before) => withStepAfter(before, step.id, added))
    onTitle(added.id)
  }
  const keys = rowKeys({
    isEmpty: step.title === '' && isEmptyContent(step.content),
    add: own && own.steps.length < MAX_STEPS ? add : undefined,
    remove() {
      const at = steps.indexOf(step)
      const previous = steps[at - 1] ?? steps[at + 1]
      change((before) => withoutStep(before, step.id))
      if (previous) onTitle(previous.id)
    },
  })
  return (event: KeyboardEvent<HTMLElement>) => {
    keys(event)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    const first = '[role="textbox"], textarea, input[type="url"], [data-row]'
    event.currentTarget.closest('article')?.querySelector<HTMLElement>(first)?.focus()
  }
}

function isEmptyContent(content: Step['content']): boolean {
  return Object.values(content).every((value) => value === '' || (Array.isArray(value) && value.length === 0))
}
