import { useEffect, useRef, useState } from 'react'
import { useOperationMutation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { AreaField } from '../../components/form/field.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import type { WorkItem } from './groups.ts'

/** The last question of a contact, and the field for the answer, in place. */
export function Question({ item, onDone }: { item: WorkItem; onDone(): void }) {
  const { t, dayTime } = useI18n()
  const { enrollment_id: id, message, step } = item
  const [body, setBody] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const answer = useOperationMutation('answerMessage', {
    onSuccess() {
      toasts.show(t('messages.sent'))
      onDone()
    },
  })
  const read = useOperationMutation('markMessagesRead', { onSuccess: onDone })
  const send = () => {
    if (body.trim() && !answer.isPending) answer.mutate({ id, body })
  }
  if (message === null) return null
  return (
    <form
      ref={form}
      className="question stack close"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        if (event.key !== 'Escape') return
        event.currentTarget.closest<HTMLElement>('[data-row]')?.focus()
        onDone()
      }}
    >
      <div className="asked">
        <b>{message.author_name}</b>{' '}
        <span className="soft">
          {[dayTime(message.created_at), step && t('work.about', { step: step.title })].filter(Boolean).join(', ')}
        </span>
        {message.reason && <span className="chip warn">{t(`messages.reason.${message.reason}`)}</span>}
        <p className="pre">{message.body}</p>
      </div>
      <AreaField label={t('messages.answer')} value={body} maxLength={5000} onChange={setBody} />
      <div className="row wrap acts">
        <Button look="bare" busy={read.isPending} onClick={() => read.mutate({ id })}>
          {t('messages.mark_read')}
        </Button>
        <Link className="btn side" to={`/enrollments/${id}`} search={{ tab: 'messages' }}>
          {t('work.open_plan')}
        </Link>
        <Button look="main" type="submit" busy={answer.isPending}>
          {t('messages.send')}
        </Button>
      </div>
    </form>
  )
}
