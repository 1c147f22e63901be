import type { Unfinished } from '@handrail/core/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Marks } from '../../changes/mark.tsx'
import { newSection } from '../../draft/draft.ts'
import { faultOfOpening } from '../faults.ts'
import type { Other } from '../presence/use-presence.ts'
import type { Editing } from '../saving/use-draft.ts'
import { AddStep } from './add-step.tsx'
import { SectionHead } from './section-head.tsx'
import { StepLine } from './step-line.tsx'
import { useSorting } from './use-sorting.ts'

interface OutlineProps {
  editing: Editing
  open: string | undefined
  /** Differences from the published version. */
  marks: Marks
  unfinished: readonly Unfinished[]
  /** Other members who edit this guide now. */
  others: readonly Other[]
  onOpen(id: string | undefined): void
  /** Opens a step to write its title. */
  onTitle(id: string): void
}

const MAX_SECTIONS = 100
const NONE: readonly Unfinished[] = []

/** The sections and steps of a guide, which can be moved by pointer, menu and keys. */
export function Outline({ editing, open, marks, unfinished, others, onOpen, onTitle }: OutlineProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { draft, both, change } = editing
  const sorting = useSorting(draft, change)
  const [newest, setNewest] = useState<string>()
  const isFull = draft.sections.length >= MAX_SECTIONS
  const addAfter = (id: string | undefined) => {
    const added = newSection('')
    setNewest(added.id)
    change((before) => {
      const at = before.sections.findIndex((section) => section.id === id) + 1
      return { ...before, sections: before.sections.toSpliced(at, 0, added) }
    })
  }
  const found = Map.groupBy(unfinished, ({ id }) => id)
  const { active, shown, announcement, pointing } = sorting
  return (
    <nav className={active ? 'outline sorting' : 'outline'} aria-label={t('editor.outline')} {...pointing}>
      <p className="unseen" role="status">
        {announcement}
      </p>
      <p className="unseen" id="sorting-help">
        {t('sorting.help')}
      </p>
      {shown.sections.map((section) => (
        <section key={section.id} data-section={section.id}>
          <SectionHead
            section={section}
            draft={draft}
            wrong={faultOfOpening(editing, section.id, i18n)}
            mark={marks.get(section.id)}
            unfinished={found.get(section.id) ?? NONE}
            sorting={sorting}
            isNew={section.id === newest}
            onNext={isFull ? undefined : () => addAfter(section.id)}
            change={change}
          />
          <ul>
            {section.steps.map((step) => (
              <StepLine
                key={step.id}
                step={step}
                isOpen={step.id === open}
                hasBoth={both.has(step.id)}
                mark={marks.get(step.id)}
                draft={draft}
                unfinished={found.get(step.id) ?? NONE}
                others={others.filter(({ step_id }) => step_id === step.id)}
                onOpen={onOpen}
                onTitle={onTitle}
                change={change}
                sorting={sorting}
              />
            ))}
          </ul>
          <AddStep section={section} change={change} onTitle={onTitle} />
        </section>
      ))}
      <button
        type="button"
        className="pop-item add"
        disabled={isFull}
        onClick={() => addAfter(draft.sections.at(-1)?.id)}
      >
        <Plus className="icon" aria-hidden />
        {t('editor.add_section')}
      </button>
    </nav>
  )
}
