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
  const { kind, reason, author_name, body, step_id, created_at, by_mail, files } = message
  const placed = view && step_id !== null ? findStep(view, step_id) : undefined
  return (
    <li id={id} class={kind === 'answer' ? 'theirs' : 'own'}>
      <p class="who">
        <b dir="auto">{kind === 'answer' ? author_name : i18n.t('ask_you')}</b>{' '}
        <time dateTime={created_at}>{i18n.day(created_at, link.workspace.time_zone, contact.context.now())}</time>{' '}
        {by_mail && i18n.t('ask_by_mail')}
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
          {download_url === null ? name : <a href={download_url}>{name}</a>}{' '}
          {download_url === null ? i18n.t('ask_file_not_kept') : i18n.size(bytes)}
        </p>
      ))}
    </li>
  )
}
