import type { Unfinished } from '@handrail/core/contract'
import { changesOf } from '@handrail/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { call } from '../../../api/call.ts'
import { faultOf } from '../../../api/fault.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { WorkspaceId } from '../../../api/workspace-id.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ChangeList } from '../changes/change-list.tsx'
import { MoveChoice } from '../moves/move-choice.tsx'
import type { Move } from '../moves/use-dry-run.ts'
import { Undecided } from './both/undecided.tsx'
import type { Editing } from './saving/use-draft.ts'
import { UnfinishedList } from './unfinished/unfinished-steps.tsx'

interface PublishDialogProps {
  editing: Editing
  unfinished: readonly Unfinished[]
  again(): Promise<void>
  /** Opens a section or step. */
  onOpen(id: string): void
  onClose(): void
}

/** The dialog that shows the effects of publishing. */
export function PublishDialog({ editing, unfinished, again, onOpen, onClose }: PublishDialogProps) {
  const { t } = useI18n()
  const { guide, draft, both } = editing
  const isFirst = guide.published_at === null
  const [moving, setMoving] = useState<Move | 'asked'>()
  const run = usePublishing(editing, again)
  const isPrevented = unfinished.some(({ prevents }) => prevents)
  const openPart = (id: string) => {
    onClose()
    onOpen(id)
  }
  return (
    <Confirm
      title={t('publish.title', { title: draft.title })}
      action={t('publish.version', { number: (guide.version_number ?? 0) + 1 })}
      danger={false}
      waits={moving === 'asked' || both.size > 0 || isPrevented}
      onClose={onClose}
      run={() => run(moving === 'asked' ? undefined : moving)}
    >
      <div className="stack">
        <UnfinishedList draft={draft} found={unfinished} onOpen={openPart} />
        {both.size > 0 && <Undecided editing={editing} />}
        {isFirst ? <p>{t('publish.first')}</p> : <Changes editing={editing} onMove={setMoving} />}
      </div>
    </Confirm>
  )
}

/** Publishes, and moves those on their way if that was chosen. */
function usePublishing({ guide, draft, publish }: Editing, again: () => Promise<void>) {
  const i18n = useI18n()
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  return async (move: Move | undefined) => {
    await publish()
    toasts.show(i18n.t('guides.published', { title: draft.title }))
    if (move)
      await call('runGuideMove', { id: guide.id, move_id: move.id }, { workspace }).then(
        () => toasts.show(i18n.t('moves.started', { count: move.moved })),
        // It is published all the same, and they can be moved from the history.
        (error: unknown) => toasts.show(`${i18n.t('moves.not_started')} ${faultOf(error, i18n).text}`),
      )
    await client.invalidateQueries()
    await again()
  }
}

interface ChangesProps {
  editing: Editing
  onMove(move: Move | 'asked' | undefined): void
}

function Changes({ editing: { guide, draft, state, save }, onMove }: ChangesProps) {
  const { t } = useI18n()
  const published = useOperation('getGuide', { id: guide.id }, { enabled: guide.status === 'published' })
  if (guide.status !== 'published') return <p>{t('publish.back')}</p>
  return (
    <>
      <QueryView query={published}>{({ data }) => <ChangeList changes={changesOf(data, draft)} />}</QueryView>
      <MoveChoice guide={guide} isSaved={state.is === 'saved'} save={save} onChange={onMove} />
    </>
  )
}
