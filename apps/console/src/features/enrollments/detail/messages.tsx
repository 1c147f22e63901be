import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { MessageFiles } from './message-files.tsx'

/** The messages of the contact and the answers, newest last. */
export function Messages({ enrollment: { id, unread_messages_count } }: { enrollment: Data<'getEnrollment'> }) {
  const { t, dayTime } = useI18n()
  const may = useCan('enrollments:write')
  const query = useOperation('listMessages', { id, per_page: 100 }, { every: 20_000 })
  const read = useOperationMutation('markMessagesRead')
  return (
    <div className="pad all stack">
      <QueryView query={query}>
        {({ data }) => (
          <>
            {data.length === 0 && <p className="soft">{t('messages.none')}</p>}
            <ol className="thread">
              {data.toReversed().map(({ id: key, author_name, body, kind, reason, created_at, seen_at, ...mail }) => (
                <li key={key} className={kind === 'answer' ? 'own' : undefined}>
                  <Avatar name={author_name} />
                  <div>
                    <div className="soft">
                      <b>{author_name}</b> {dayTime(created_at)} {mail.by_mail && t('messages.by_mail')}
                    </div>
                    {mail.sender_email && (
                      <span className="chip warn">{t('messages.other_sender', { email: mail.sender_email })}</span>
                    )}
                    {kind === 'stuck' && reason && <span className="chip warn">{t(`messages.reason.${reason}`)}</span>}
                    <p className="pre">{body}</p>
                    <MessageFiles files={mail.files} />
                    {kind === 'answer' && (
                      <small className="soft">
                        {seen_at === null ? t('messages.not_seen') : t('messages.seen', { time: dayTime(seen_at) })}
                      </small>
                    )}
                  </div>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryView>
      {may && unread_messages_count > 0 && (
        <div>
          <Button busy={read.isPending} onClick={() => read.mutate({ id })}>
            {t('messages.mark_read')}
          </Button>
        </div>
      )}
      {may && <Reply id={id} />}
    </div>
  )
}

function Reply({ id }: { id: string }) {
  const { t } = useI18n()
  const [body, setBody] = useState('')
  const answer = useOperationMutation('answerMessage', {
    onSuccess() {
      setBody('')
      toasts.show(t('messages.sent'))
    },
  })
  return (
    <form
      className="stack close"
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim() && !answer.isPending) answer.mutate({ id, body })
      }}
    >
      <AreaField label={t('messages.answer')} value={body} maxLength={5000} onChange={setBody} />
      <div>
        <Button look="main" type="submit" busy={answer.isPending}>
          {t('messages.send')}
        </Button>
      </div>
    </form>
  )
}
