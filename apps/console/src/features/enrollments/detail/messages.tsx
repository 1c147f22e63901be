import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useMay } from '../../../workspace/workspace.ts'

/** What the contact asked, and the answers; the newest is at the bottom. */
export function Messages({ enrollment: { id, unread_messages_count } }: { enrollment: Data<'getEnrollment'> }) {
  const { say, dayTime } = useWords()
  const may = useMay('enrollments:write')
  const query = useAnswer('listMessages', { id, per_page: 100 }, { every: 20_000 })
  const read = useAct('markMessagesRead')
  return (
    <div className="pad all stack">
      <Answered query={query}>
        {({ data }) => (
          <>
            {data.length === 0 && <p className="soft">{say('messages.none')}</p>}
            <ol className="thread">
              {data.toReversed().map(({ id: key, author_name, body, kind, reason, created_at }) => (
                <li key={key} className={kind === 'answer' ? 'own' : undefined}>
                  <Avatar name={author_name} />
                  <div>
                    <div className="soft">
                      <b>{author_name}</b> {dayTime(created_at)}
                    </div>
                    {kind === 'stuck' && reason && (
                      <span className="chip warn">{say(`messages.reason.${reason}`)}</span>
                    )}
                    <p className="pre">{body}</p>
                  </div>
                </li>
              ))}
            </ol>
          </>
        )}
      </Answered>
      {may && unread_messages_count > 0 && (
        <div>
          <Button busy={read.isPending} onClick={() => read.mutate({ id })}>
            {say('messages.mark_read')}
          </Button>
        </div>
      )}
      {may && <Reply id={id} />}
    </div>
  )
}

function Reply({ id }: { id: string }) {
  const { say } = useWords()
  const [body, setBody] = useState('')
  const answer = useAct('answerMessage', {
    onSuccess() {
      setBody('')
      toasts.show(say('messages.sent'))
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
      <AreaField label={say('messages.answer')} value={body} maxLength={5000} onChange={setBody} />
      <div>
        <Button look="main" type="submit" busy={answer.isPending}>
          {say('messages.send')}
        </Button>
      </div>
    </form>
  )
}
