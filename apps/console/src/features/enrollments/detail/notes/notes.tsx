import { Lock } from 'lucide-react'
import { useList } from '../../../../api/list/use-list.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { More } from '../../../../components/list/more.tsx'
import { QueryView } from '../../../../components/query-view.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useCan } from '../../../../workspace/workspace.ts'
import { MentionForm } from '../mentions/mention-form.tsx'
import type { Mentionable } from '../mentions/mentions.ts'
import { Note } from './note.tsx'
import './notes.css'

/** What members write to each other about an enrollment, newest first. */
export function Notes({ id }: { id: string }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const list = useList('listInternalNotes', { id }, { isWhole: true })
  const colleagues = useOperation('listColleagues', {}).data?.data ?? []
  const members = colleagues.map(({ user_id, name }) => ({ id: user_id, name }))
  return (
    <div className="pad all stack notes">
      <p className="row">
        <Lock className="icon" aria-hidden /> {t('internal_notes.only_team')}
      </p>
      {may && <Write id={id} members={members} />}
      <QueryView query={list.first}>
        {() => (
          <>
            {list.count === 0 && <p className="soft">{t('internal_notes.none')}</p>}
            <ul className="thread">
              {list.known().map((note) => (
                <Note key={note.id} note={note} members={members} />
              ))}
            </ul>
            <More list={list} />
          </>
        )}
      </QueryView>
    </div>
  )
}

function Write({ id, members }: { id: string; members: readonly Mentionable[] }) {
  const { t } = useI18n()
  return (
    <MentionForm
      operation="createInternalNote"
      input={(text) => ({ id, ...text })}
      label={t('internal_notes.write')}
      hint={t('internal_notes.hint')}
      action={t('internal_notes.save')}
      members={members}
      answers
    />
  )
}
