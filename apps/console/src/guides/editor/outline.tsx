import { Menu } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../words/words.ts'
import { type Draft, newSection, newStep, type Section, STEP_TYPES, type StepType, withSection } from './draft.ts'
import { placeOf } from './move.ts'
import { SectionHead } from './section-head.tsx'
import { STEP_ICONS } from './step-icons.ts'
import { StepLine } from './step-line.tsx'

interface OutlineProps {
  draft: Draft
  open: string | undefined
  onOpen(id: string | undefined): void
  change(next: (draft: Draft) => Draft): void
}

/** Sections and steps in their order. Everything is moved by menu and by keyboard, and its new place is said. */
export function Outline({ draft, open, onOpen, change }: OutlineProps) {
  const { say } = useWords()
  const [said, setSaid] = useState('')
  const tell = (next: Draft, id: string) => {
    const place = placeOf(next, id)
    if (place) setSaid(say('editor.moved', { ...place }))
  }
  return (
    <nav className="outline" aria-label={say('editor.outline')}>
      <p className="unseen" role="status">
        {said}
      </p>
      {draft.sections.map((section) => (
        <section key={section.id}>
          <SectionHead section={section} change={change} />
          <ul>
            {section.steps.map((step) => (
              <StepLine
                key={step.id}
                step={step}
                draft={draft}
                isOpen={step.id === open}
                onOpen={onOpen}
                change={change}
                tell={tell}
              />
            ))}
          </ul>
          <AddStep section={section} change={change} onOpen={onOpen} />
        </section>
      ))}
      <button
        type="button"
        className="pop-item add"
        onClick={() =>
          change((before) => ({ ...before, sections: [...before.sections, newSection(say('editor.new_section'))] }))
        }
      >
        <Plus className="icon" aria-hidden />
        {say('editor.add_section')}
      </button>
    </nav>
  )
}

function AddStep({ section, change, onOpen }: Pick<OutlineProps, 'change' | 'onOpen'> & { section: Section }) {
  const { say } = useWords()
  const add = (type: StepType) => {
    const step = newStep(type, say(`step_type.${type}`))
    change((before) => withSection(before, section.id, (one) => ({ ...one, steps: [...one.steps, step] })))
    onOpen(step.id)
  }
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }} classNames={{ dropdown: 'pop', item: 'pop-item' }}>
      <Menu.Target>
        <button type="button" className="pop-item add">
          <Plus className="icon" aria-hidden />
          {say('editor.add_step')} <span className="unseen">{section.title}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {STEP_TYPES.map((type) => {
          const Icon = STEP_ICONS[type]
          return (
            <Menu.Item key={type} leftSection={<Icon className="icon" aria-hidden />} onClick={() => add(type)}>
              {say(`step_type.${type}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
