import type { Unfinished } from '@handrail/core/contract'
import { ArrowDown, ArrowUp, Lock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../../../components/dialog/form-dialog.tsx'
import { AreaField, TextField } from '../../../../components/form/field.tsx'
import { InPlace } from '../../../../components/form/in-place.tsx'
import { ActionMenu, afterMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Mark, type Marked } from '../../changes/mark.tsx'
import { type Draft, type Section, withSection } from '../../draft/draft.ts'
import { rowKeys } from '../keys.ts'
import { Gate } from '../plan/gate.tsx'
import { UnfinishedMark } from '../unfinished/unfinished-steps.tsx'
import { Handle } from './handle.tsx'
import { lineClass, type Sorting } from './use-sorting.ts'

interface SectionHeadProps {
  section: Section
  draft: Draft
  /** The error of the server for when it opens. */
  wrong: string | undefined
  mark: Marked | undefined
  unfinished: readonly Unfinished[]
  sorting: Sorting
  /** Whether it was just added. */
  isNew: boolean
  /** Adds another section after it; undefined if there can be no more. */
  onNext: (() => void) | undefined
  change(next: (draft: Draft) => Draft): void
}

/** The title and the actions of a section. */
export function SectionHead({
  section,
  draft,
  wrong,
  mark,
  unfinished,
  sorting,
  isNew,
  onNext,
  change,
}: SectionHeadProps) {
  const { t } = useI18n()
  const [editing, setEditing] = useState(false)
  const [asksOpening, askOpening] = useState(false)
  const { id, title } = section
  const remove = () => change((before) => ({ ...before, sections: before.sections.filter((one) => one.id !== id) }))
  return (
    <div className={lineClass('section-line', id, sorting)}>
      <Handle id={id} title={title} sorting={sorting} />
      <InPlace
        as="h2"
        label={t('editor.section_title')}
        value={title}
        placeholder={t('editor.untitled')}
        opensAtOnce={isNew}
        onChange={(text) => change((before) => withSection(before, id, (one) => ({ ...one, title: text })))}
        onKeyDown={rowKeys({
          isEmpty: title === '' && section.steps.length === 0,
          add: isNew ? onNext : undefined,
          remove,
        })}
      />
      <Gate
        section={section}
        draft={draft}
        unfinished={unfinished}
        wrong={wrong}
        isAsked={asksOpening}
        onClose={() => askOpening(false)}
        change={change}
      />
      <UnfinishedMark found={unfinished} />
      <Mark mark={mark} />
      <ActionMenu
        of={title}
        actions={[
          { icon: Pencil, text: t('common.edit'), run: () => setEditing(true) },
          { icon: Lock, text: t('guide_plan.opens'), run: () => afterMenu(() => askOpening(true)) },
          { icon: ArrowUp, text: t('editor.move_up'), run: () => sorting.step(id, -1) },
          { icon: ArrowDown, text: t('editor.move_down'), run: () => sorting.step(id, 1) },
          {
            icon: Trash2,
            text: t('common.delete'),
            danger: true,
            run: remove,
          },
        ]}
      />
      {editing && <SectionDialog section={section} change={change} onClose={() => setEditing(false)} />}
    </div>
  )
}

interface SectionDialogProps extends Pick<SectionHeadProps, 'section' | 'change'> {
  onClose(): void
}

/** The title and the description of a section. */
function SectionDialog({ section: { id, title, description }, change, onClose }: SectionDialogProps) {
  const { t } = useI18n()
  const save = async (values: { title: string; description: string }) =>
    change((before) =>
      withSection(before, id, (one) => ({ ...one, ...values, title: values.title.trim() || one.title })),
    )
  return (
    <FormDialog
      title={t('editor.section')}
      action={t('common.done')}
      initial={{ title, description }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <TextField label={t('guides.title')} {...text('title')} />
          <AreaField label={t('guides.description')} {...text('description')} />
        </>
      )}
    </FormDialog>
  )
}
