import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { byProgram } from '../../../components/by-program.ts'
import { contactName } from '../../../components/contact-name.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { MentionForm } from './mentions/mention-form.tsx'
import type { Mentionable } from './mentions/mentions.ts'
import { MessageFiles } from './message-files.tsx'

/** The messages of the contact and the answers, newest last. */
export function Messages({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { id, unread_messages_count } = enrollment
  const i18n = useI18n()
  const { t, dayTime } = i18n
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
              {data
                .toReversed()
                .map(({ id: key, author_name, written_with, body, kind, reason, created_at, seen_at, ...mail }) => (
                  <li key={key} className={kind === 'answer' ? 'own' : undefined}>
                    <Avatar name={author_name} />
                    <div>
                      <div className="soft">
                        <b>{byProgram(i18n, author_name, written_with)}</b> {dayTime(created_at)}{' '}
                        {mail.by_mail && t('messages.by_mail')}
                      </div>
                      {mail.sender_email && (
                        <span className="chip warn">{t('messages.other_sender', { email: mail.sender_email })}</span>
                      )}
                      {kind === 'stuck' && reason && (
                        <span className="chip warn">{t(`messages.reason.${reason}`)}</span>
                      )}
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
      {may && <Reply enrollment={enrollment} isListed={!query.isPending} />}
    </div>
  )
}

/** @param isListed whether the messages above it are there */
function Reply({ enrollment, isListed }: { enrollment: Data<'getEnrollment'>; isListed: boolean }) {
  const { t } = useI18n()
  const { id, participants_count } = enrollment
  const people = usePersons(enrollment)
  return (
    <MentionForm
      operation="answerMessage"
      input={({ body, mentions }) => ({ id, body, ...(mentions.length > 0 && { mentions }) })}
      onSent={() => toasts.show(t('messages.sent'))}
      label={t('messages.answer')}
      hint={participants_count > 0 ? t('messages.mention_hint') : undefined}
      action={t('messages.send')}
      members={people}
      answers={isListed}
    />
  )
}

/** The persons of an enrollment with several: the one who asks gets the answer in any case. */
function usePersons({ id, participants_count, contact }: Data<'getEnrollment'>): Mentionable[] {
  const input = { id, per_page: 100 }
  const listed = useOperation('listParticipants', input, { enabled: participants_count > 0 }).data?.data ?? []
  if (listed.length === 0) return []
  const others = listed.map(({ contact_id, ...named }) => ({ id: contact_id, name: contactName(named) }))
  return [{ id: contact.id, name: contactName(contact) }, ...others]
}
