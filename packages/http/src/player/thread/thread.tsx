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

/** What was asked and answered, oldest first. */
export function Thread({ visit, view, messages }: ThreadProps) {
  if (messages.length === 0) return null
  return (
    <ol class="thread">
      {messages.map((message) => (
        <Entry key={message.id} visit={visit} view={view} message={message} />
      ))}
    </ol>
  )
}

function Entry({ visit, view, message }: { visit: LinkVisit; view: View | null; message: Message }) {
  const { i18n, link, contact } = visit
  const { kind, reason, author_name, body, step_id, created_at } = message
  const placed = view && step_id !== null ? findStep(view, step_id) : undefined
  return (
    <li class={kind === 'answer' ? 'theirs' : 'own'}>
      <p class="who">
        <b dir="auto">{kind === 'answer' ? author_name : i18n.t('ask_you')}</b>{' '}
        <time dateTime={created_at}>{i18n.day(created_at, link.workspace.time_zone, contact.context.now())}</time>
      </p>
      {placed && <p class="hint">{i18n.t('ask_about', { step: placed.step.title })}</p>}
      {reason !== null && <p>{i18n.t('stuck_said', { reason: i18n.t(REASONS[reason]) })}</p>}
      {body !== '' && (
        <p class="said" dir="auto">
          {body}
        </p>
      )}
    </li>
  )
}
