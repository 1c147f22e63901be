import { useGo } from '../../app/link.tsx'
import { useAct, useAnswer } from '../../door/hooks.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Answered } from '../../parts/states.tsx'
import { toasts } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import { changesOf } from '../editor/changes.ts'
import { draftOf, type SavedGuide } from '../editor/draft.ts'
import { ChangeList } from './change-list.tsx'
import type { Version } from './version.ts'

interface RestoreDialogProps {
  version: Version
  onClose(): void
}

/** Makes a version the draft again: says what of the draft is replaced, and takes it back if asked to. */
export function RestoreDialog({ version, onClose }: RestoreDialogProps) {
  const { say } = useWords()
  const go = useGo()
  const { guide_id: id, id: version_id, number } = version
  const query = useAnswer('getGuideDraft', { id })
  const restore = useAct('restoreGuideVersion', { shown: true })
  const discard = useAct('discardGuideChanges')
  const write = useAct('updateGuide')
  const run = async () => {
    const former = query.data?.data
    await restore.mutateAsync({ id, version_id })
    const back = async () => {
      await (former?.has_changes ? write.mutateAsync({ id, ...draftOf(former) }) : discard.mutateAsync({ id }))
    }
    toasts.show(say('versions.restored', { number }), former && back)
    go(`/guides/${id}`)
  }
  return (
    <Confirm
      title={say('versions.restore_title', { number })}
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
