import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { Avatar } from '../../../../components/avatar.tsx'
import { Button } from '../../../../components/button.tsx'
import { byProgram } from '../../../../components/by-program.ts'
import { Confirm } from '../../../../components/dialog/confirm.tsx'
import { ActionMenu, afterMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useCan, useWorkspace } from '../../../../workspace/workspace.ts'
import { MentionForm } from '../mentions/mention-form.tsx'
import { type Mentionable, partsOf } from '../mentions/mentions.ts'

type InternalNote = Item<'listInternalNotes'>

/** An internal note. Its author can change and delete it. */
export function Note({ note, members }: { note: InternalNote; members: readonly Mentionable[] }) {
  const i18n = useI18n()
  const { t, dayTime } = i18n
  const { account } = useWorkspace()
  const may = useCan('enrollments:write') && note.user_id === account.id
  const [isWriting, setWriting] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const remove = useOperationMutation('deleteInternalNote', { shown: true })
  const { id, enrollment_id, author_name, written_with, created_at, updated_at, body } = note
  return (
    <li>
      <Avatar name={author_name} />
      <div className="grow">
        <div className="soft">
          <b>{byProgram(i18n, author_name, written_with)}</b> {dayTime(created_at)}{' '}
          {updated_at !== created_at && t('internal_notes.changed')}
        </div>
        {isWriting ? (
          <Change note={note} members={members} onClose={() => setWriting(false)} />
        ) : (
          <p className="pre">
            {partsOf(body, members).map(({ text, member }, at) =>
              // The parts of a text stay in their order.
              member ? <b key={at}>{text}</b> : text,
            )}
          </p>
        )}
      </div>
      {may && !isWriting && (
        <ActionMenu
          of={t('internal_notes.note')}
          actions={[
            { icon: Pencil, text: t('internal_notes.change'), run: () => setWriting(true) },
            {
              icon: Trash2,
              text: t('internal_notes.delete'),
              danger: true,
              run: () => afterMenu(() => setDeleting(true)),
            },
          ]}
        />
      )}
      {isDeleting && (
        <Confirm
          title={t('internal_notes.delete_title')}
          action={t('internal_notes.delete')}
          run={() => remove.mutateAsync({ id: enrollment_id, internal_note_id: id })}
          onClose={() => setDeleting(false)}
        >
          {t('internal_notes.delete_text')}
        </Confirm>
      )}
    </li>
  )
}

interface ChangeProps {
  note: InternalNote
  members: readonly Mentionable[]
  onClose(): void
}

function Change({ note: { id, enrollment_id, body: before }, members, onClose }: ChangeProps) {
  const { t } = useI18n()
  return (
    <MentionForm
      operation="updateInternalNote"
      input={(text) => ({ id: enrollment_id, internal_note_id: id, ...text })}
      onSent={onClose}
      label={t('internal_notes.note')}
      hint={t('internal_notes.hint')}
      action={t('common.save')}
      members={members}
      initial={before}
    >
      <Button onClick={onClose}>{t('common.cancel')}</Button>
    </MentionForm>
  )
}
