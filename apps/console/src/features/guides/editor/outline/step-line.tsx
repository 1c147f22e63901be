import type { Unfinished } from '@handrail/core/contract'
import { ArrowDown, ArrowUp, Copy, EyeOff, FolderInput, Trash2 } from 'lucide-react'
import { Avatar } from '../../../../components/avatar.tsx'
import { ActionMenu, afterMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Mark, type Marked } from '../../changes/mark.tsx'
import { copyOf, type Draft, type Step, withoutStep, withStepAfter } from '../../draft/draft.ts'
import { WhoMark } from '../plan/who-mark.tsx'
import type { Other } from '../presence/use-presence.ts'
import { UnfinishedMark } from '../unfinished/unfinished-steps.tsx'
import { Handle } from './handle.tsx'
import { STEP_ICONS } from './step-icons.ts'
import { lineClass, type Sorting } from './use-sorting.ts'

interface StepLineProps {
  step: Step
  isOpen: boolean
  /** Whether there are two conflicting versions of it. */
  hasBoth: boolean
  mark: Marked | undefined
  unfinished: readonly Unfinished[]
  /** Other members who edit it now. */
  others: readonly Other[]
  /** With all sections, to move it to another one. */
  draft: Draft
  onOpen(id: string | undefined): void
  /** Opens a step to write its title. */
  onTitle(id: string): void
  change(next: (draft: Draft) => Draft): void
  sorting: Sorting
}

/** A step in the outline. Alt with an arrow key moves it at once. */
export function StepLine({ step, isOpen, hasBoth, mark, unfinished, others, ...outline }: StepLineProps) {
  const { t } = useI18n()
  const { draft, onOpen, onTitle, change, sorting } = outline
  const { id, type } = step
  const title = step.title || t('editor.untitled')
  const Icon = step.internal ? EyeOff : STEP_ICONS[type]
  const remove = () => {
    change((before) => withoutStep(before, id))
    if (isOpen) onOpen(undefined)
  }
  const duplicate = () => {
    const copy = copyOf(step)
    change((before) => withStepAfter(before, id, copy))
    onTitle(copy.id)
  }
  const otherSections = draft.sections.filter(({ steps }) => !steps.some((one) => one.id === id))
  return (
    <li className={lineClass(isOpen ? 'line open' : 'line', id, sorting)} data-step={id}>
      <Handle id={id} title={title} sorting={sorting} />
      <button
        type="button"
        id={`step-${id}`}
        className="pop-item"
        aria-current={isOpen ? 'step' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onOpen(id)}
        onKeyDown={(event) => {
          if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return
          event.preventDefault()
          sorting.step(id, event.key === 'ArrowUp' ? -1 : 1)
        }}
      >
        <Icon className="icon" aria-hidden />
        <span className="cut grow">{title}</span>
        <WhoMark step={step} draft={draft} />
        <UnfinishedMark found={unfinished} />
        <Mark mark={mark} />
        {hasBoth && <span className="chip warn">{t('together.to_choose')}</span>}
        {others.map(({ user_id, name }) => (
          <Avatar key={user_id} name={name} />
        ))}
      </button>
      <ActionMenu
        of={title}
        actions={[
          { icon: ArrowUp, text: t('editor.move_up'), run: () => sorting.step(id, -1) },
          { icon: ArrowDown, text: t('editor.move_down'), run: () => sorting.step(id, 1) },
          { icon: Copy, text: t('editor.duplicate_step'), run: () => afterMenu(duplicate) },
          ...otherSections.map((section) => ({
            icon: FolderInput,
            key: section.id,
            text: t('editor.move_to', { section: section.title || t('editor.untitled') }),
            run() {
              sorting.moveTo(id, { is: 'step', section: section.id, at: section.steps.length })
              afterMenu(() => document.getElementById(`step-${id}`)?.focus())
            },
          })),
          { icon: Trash2, text: t('common.delete'), danger: true, run: remove },
        ]}
      />
    </li>
  )
}
