import type { operations } from '@handrail/core'
import type { z } from 'zod'
import { findStep } from '../guide.ts'
import type { LinkVisit, View } from '../visit.ts'
import { REASONS } from './stuck.tsx'

type Message = z.output<typeof operations.listOwnMessages.output>['data'][number]

interface ThreadProps {
  visit: LinkVisit
  view: View | null
  messages: readonly Message[]
}

/** The questions and answers, oldest first. */
export function Thread({ visit, view, messages }: ThreadProps) {
  const newest = messages.at(-1)
  if (!newest) return null
  const isNew = visit.link.unseen_answers > 0
  return (
    <ol class="thread" data-seen={isNew ? newest.id : undefined}>
      {messages.map((message) => (
        <Entry
          key={message.id}
          visit={visit}
          view={view}
          message={message}
          id={message === newest ? 'newest' : undefined}
        />
      ))}
    </ol>
  )
}

interface EntryProps {
  visit: LinkVisit
  view: View | null
  message: Message
  id: string | undefined
}

function Entry({ visit, view, message, id }: EntryProps) {
  const { i18n, link, contact } = visit
  const { kind, participant_id, reason, author_name, body, step_id, created_at, by_mail, files } = message
  const placed = view && step_id !== null ? findStep(view, step_id) : undefined
  const isOwn = kind !== 'answer' && participant_id === (contact.context.caller.participant_id ?? null)
  const side = isOwn ? 'own' : kind === 'answer' ? 'theirs' : 'peer'
  return (
    <li id={id} class={side}>
      <p class="who">
        <b dir="auto">{isOwn ? i18n.t('ask_you') : author_name}</b>{' '}
        <time dateTime={created_at}>{i18n.day(created_at, link.workspace.time_zone, contact.context.now())}</time>{' '}
        {by_mail && <span class="hint">{i18n.t('ask_by_mail')}</span>}
      </p>
      {placed && <p class="hint">{i18n.t('ask_about', { step: placed.step.title })}</p>}
      {reason !== null && <p>{i18n.t('stuck_said', { reason: i18n.t(REASONS[reason]) })}</p>}
      {body !== '' && (
        <p class="said" dir="auto">
          {body}
        </p>
      )}
      {files.map(({ id: file, name, bytes, download_url }) => (
        <p key={file} class="hint" dir="auto">
          {download_url === null ? (
            i18n.t('ask_file_not_kept', { name })
          ) : (
            <>
              <a href={download_url}>{name}</a> {i18n.size(bytes)}
            </>
          )}
        </p>
      ))}
    </li>
  )
}
