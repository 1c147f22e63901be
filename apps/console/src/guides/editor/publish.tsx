import { useAct, useAnswer } from '../../door/hooks.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Answered } from '../../parts/states.tsx'
import { toasts } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import { changesOf } from './changes.ts'
import type { Editing } from './saving/use-draft.ts'

interface PublishDialogProps {
  editing: Editing
  again(): Promise<void>
  onClose(): void
}

/** What changes for whom, before it does. */
export function PublishDialog({ editing, again, onClose }: PublishDialogProps) {
  const { say } = useWords()
  const { guide, draft, save } = editing
  const isFirst = guide.published_at === null
  const publish = useAct('publishGuide', { shown: true })
  const run = async () => {
    await save()
    await publish.mutateAsync({ id: guide.id })
    toasts.show(say('guides.published', { title: draft.title }))
    await again()
  }
  return (
    <Confirm
      title={say('publish.title', { title: draft.title })}
      action={say('editor.publish')}
      danger={false}
      onClose={onClose}
      run={run}
    >
      <div className="stack">{isFirst ? <p>{say('publish.first')}</p> : <Changes editing={editing} />}</div>
    </Confirm>
  )
}

function Changes({ editing: { guide, draft } }: { editing: Editing }) {
  const { say } = useWords()
  const published = useAnswer('getGuide', { id: guide.id }, { enabled: guide.status === 'published' })
  const onTheirWay = useAnswer('listEnrollments', { guide_id: guide.id, status: 'in_progress', per_page: 1 })
  if (guide.status !== 'published') return <p>{say('publish.back')}</p>
  return (
    <>
      <Answered query={published}>
        {({ data }) => {
          const changes = changesOf(data, draft)
          return (
            <ul className="card rows">
              {changes.length === 0 && <li>{say('publish.same')}</li>}
              {changes.map(({ kind, title }) => (
                <li key={`${kind} ${title}`}>
                  <span className={kind === 'removed' ? 'chip bad' : kind === 'added' ? 'chip good' : 'chip'}>
                    {say(`publish.kind.${kind}`)}
                  </span>
                  <span className="grow">{title}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </Answered>
      <p className="soft">{say('publish.affected', { count: onTheirWay.data?.meta.total ?? 0 })}</p>
    </>
  )
}
