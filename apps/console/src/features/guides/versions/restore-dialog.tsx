import { changesOf } from '@handrail/core/contract'
import { useContext } from 'react'
import { call } from '../../../api/call.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { WorkspaceId } from '../../../api/workspace-id.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import { ChangeList } from '../changes/change-list.tsx'
import { draftOf, type SavedGuide } from '../draft/draft.ts'
import { type PreviousVersion, useNameOf } from './version.ts'

interface RestoreDialogProps {
  previous: PreviousVersion
  onClose(): void
}

/** Restores a version as the draft. It shows the replaced changes, which stay in the history, and offers an undo. */
export function RestoreDialog({ previous, onClose }: RestoreDialogProps) {
  const { t } = useI18n()
  const go = useGo()
  const workspace = useContext(WorkspaceId)
  const { guide_id: id, id: version_id } = previous
  const name = useNameOf()(previous)
  const query = useOperation('getGuideDraft', { id })
  const restore = useOperationMutation('restoreGuideVersion', { shown: true })
  const discard = useOperationMutation('discardGuideChanges')
  const write = useOperationMutation('updateGuide')
  const run = async () => {
    const before = query.data?.data
    await restore.mutateAsync({ id, version_id })
    const { data: drafts } = (await call('listReplacedDrafts', { id }, { workspace })).value
    const replaced = drafts.find(({ written_at }) => written_at === before?.written_at)
    const back = async () => {
      if (!before?.has_changes) await discard.mutateAsync({ id })
      else if (replaced) await restore.mutateAsync({ id, version_id: replaced.id })
      else await write.mutateAsync({ id, ...draftOf(before) })
    }
    toasts.show(t('versions.restored', { name }), before && back)
    go(`/guides/${id}`)
  }
  return (
    <Confirm
      title={t('versions.restore_title', { name })}
      action={t('versions.restore')}
      danger={false}
      waits={query.data === undefined}
      onClose={onClose}
      run={run}
    >
      <div className="stack">
        <p>{t('versions.restore_text')}</p>
        <QueryView query={query}>{({ data }) => (data.has_changes ? <Replaced draft={data} /> : null)}</QueryView>
      </div>
    </Confirm>
  )
}

/** The unpublished changes of the draft. */
function Replaced({ draft }: { draft: SavedGuide }) {
  const { t } = useI18n()
  const published = useOperation('getGuide', { id: draft.id }, { enabled: draft.status === 'published' })
  return (
    <>
      <p className="note warn">{t('versions.replaced')}</p>
      {draft.status === 'published' && (
        <QueryView query={published}>{({ data }) => <ChangeList changes={changesOf(data, draft)} />}</QueryView>
      )}
    </>
  )
}
