import { changesOf } from '@handrail/core/contract'
import { Bot } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../components/button.tsx'
import { byProgram } from '../../../../components/by-program.ts'
import { Dialog } from '../../../../components/dialog/dialog.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useFilters } from '../../../../workspace/link.tsx'
import { ChangeList } from '../../changes/change-list.tsx'
import type { Editing } from '../saving/use-draft.ts'

type Unseen = NonNullable<Data<'getUnseenChange'>>

/** The note that a program changed the draft, until a person has looked at what changed. */
export function UnseenNote({ editing: { guide, draft } }: { editing: Editing }) {
  const i18n = useI18n()
  const { t, ago } = i18n
  const unseen = useOperation('getUnseenChange', { id: guide.id }).data?.data ?? null
  const [{ changes: sought }, setFilters] = useFilters()
  const [opened, setOpened] = useState<Unseen>()
  // A link of the list leads to the changes.
  if (sought !== undefined && unseen !== null && opened === undefined) setOpened(unseen)
  const close = () => {
    setOpened(undefined)
    setFilters({ changes: undefined })
  }
  return (
    <>
      {unseen !== null && (
        <div className="note" role="status">
          <Bot className="icon" aria-hidden />
          <div className="grow">
            {t('guides.unseen', { name: byProgram(i18n, unseen.by, unseen.application), ago: ago(unseen.at) })}
          </div>
          <Button onClick={() => setOpened(unseen)}>{t('guides.see_changes')}</Button>
        </div>
      )}
      {opened !== undefined && <ChangesDialog id={guide.id} change={opened} draft={draft} onClose={close} />}
    </>
  )
}

interface ChangesDialogProps {
  id: string
  change: Unseen
  draft: Editing['draft']
  onClose(): void
}

/** What programs changed since a person looked last. Opening it ends the mark for all members. */
function ChangesDialog({ id, change, draft, onClose }: ChangesDialogProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { mutate } = useOperationMutation('markDraftSeen')
  const isMarked = useRef(false)
  useEffect(() => {
    if (isMarked.current) return
    isMarked.current = true
    mutate({ id, at: change.at })
  }, [id, change.at, mutate])
  const name = byProgram(i18n, change.by, change.application)
  return (
    <Dialog title={t('guides.changed_by_program', { name })} broad onClose={onClose}>
      <div className="body stack">
        {change.before === null && <p>{t('guides.written_by_program', { name })}</p>}
        <ChangeList changes={changesOf(change.before ?? { ...draft, sections: [] }, draft)} />
      </div>
    </Dialog>
  )
}
