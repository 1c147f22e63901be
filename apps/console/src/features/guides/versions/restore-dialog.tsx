import { useContext } from 'react'
import { call } from '../../../api/call.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { WorkspaceId } from '../../../api/workspace-id.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import { draftOf, type SavedGuide } from '../editor/draft.ts'
import { ChangeList } from './changes/change-list.tsx'
import { changesOf } from './changes/changes.ts'
import { type Former, useNameOf } from './version.ts'

interface RestoreDialogProps {
  former: Former
  onClose(): void
}

/** Makes a version the draft again: says what of the draft is replaced, which stays in the history, and takes it back if asked to. */
export function RestoreDialog({ former, onClose }: RestoreDialogProps) {
  const { say } = useWords()
  const go = useGo()
  const workspace = useContext(WorkspaceId)
  const { guide_id: id, id: version_id } = former
  const name = useNameOf()(former)
  const query = useAnswer('getGuideDraft', { id })
  const restore = useAct('restoreGuideVersion', { shown: true })
  const discard = useAct('discardGuideChanges')
  const write = useAct('updateGuide')
  const run = async () => {
    const before = query.data?.data
    await restore.mutateAsync({ id, version_id })
    const { data: kept } = (await call('listReplacedDrafts', { id }, { workspace })).value
    const replaced = kept.find(({ written_at }) => written_at === before?.written_at)
    const back = async () => {
      if (!before?.has_changes) await discard.mutateAsync({ id })
      else if (replaced) await restore.mutateAsync({ id, version_id: replaced.id })
      else await write.mutateAsync({ id, ...draftOf(before) })
    }
    toasts.show(say('versions.restored', { name }), before && back)
    go(`/guides/${id}`)
  }
  return (
    <Confirm
      title={say('versions.restore_title', { name })}
      action={say('versions.restore')}
      danger={false}
      waits={query.data === undefined}
      onClose={onClose}
      run={run}
    >
      <div className="stack">
        <p>{say('versions.restore_text')}</p>
        <Answered query={query}>{({ data }) => (data.has_changes ? <Replaced draft={data} /> : null)}</Answered>
      </div>
    </Confirm>
  )
}

/** What of the draft was not published yet. */
function Replaced({ draft }: { draft: SavedGuide }) {
  const { say } = useWords()
  const published = useAnswer('getGuide', { id: draft.id }, { enabled: draft.status === 'published' })
  return (
    <>
      <p className="note warn">{say('versions.replaced')}</p>
      {draft.status === 'published' && (
        <Answered query={published}>{({ data }) => <ChangeList changes={changesOf(data, draft)} />}</Answered>
      )}
    </>
  )
}
