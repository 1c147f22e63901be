import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { ActionMenu } from '../../parts/menu.tsx'
import { useWords } from '../../words/words.ts'
import { type Draft, type Step, withoutStep } from './draft.ts'
import { moveStep } from './move.ts'
import { STEP_ICONS } from './step-icons.ts'

interface StepLineProps {
  step: Step
  draft: Draft
  isOpen: boolean
  onOpen(id: string | undefined): void
  change(next: (draft: Draft) => Draft): void
  tell(next: Draft, id: string): void
}

/** A step in the outline; with Alt and the arrows it moves. */
export function StepLine({ step, draft, isOpen, onOpen, change, tell }: StepLineProps) {
  const { say } = useWords()
  const { id, title, type } = step
  const Icon = STEP_ICONS[type]
  const move = (by: -1 | 1) => {
    const next = moveStep(draft, id, by)
    change(() => next)
    tell(next, id)
  }
  const remove = () => {
    change((before) => withoutStep(before, id))
    if (isOpen) onOpen(undefined)
  }
  return (
    <li className={isOpen ? 'line open' : 'line'}>
      <button
        type="button"
        className="pop-item"
        aria-current={isOpen ? 'step' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onOpen(id)}
        onKeyDown={(event) => {
          if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return
          event.preventDefault()
          move(event.key === 'ArrowUp' ? -1 : 1)
        }}
      >
        <Icon className="icon" aria-hidden />
        <span className="cut">{title || say('editor.untitled')}</span>
      </button>
      <ActionMenu
        of={title}
        actions={[
          { icon: ArrowUp, text: say('editor.move_up'), run: () => move(-1) },
          { icon: ArrowDown, text: say('editor.move_down'), run: () => move(1) },
          { icon: Trash2, text: say('common.delete'), danger: true, run: remove },
        ]}
      />
    </li>
  )
}
