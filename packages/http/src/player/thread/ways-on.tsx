import { Icon } from '../layout/icons.tsx'
import type { LinkVisit } from '../visit.ts'
import { contactPersonOf } from './contact-person.ts'

/** The options of a contact whose link has ended. */
export function WaysOn({ visit }: { visit: LinkVisit }) {
  const { i18n, link, home } = visit
  const { state, link_requested_at, workspace } = link
  const canAsk = state === 'expired' || state === 'withdrawn'
  // A link that is no longer in use asks by mail.
  const reply_to = link.assignee?.email ?? workspace.reply_to
  if (!canAsk && reply_to === null) return null
  return (
    <>
      {state === 'expired' && link_requested_at !== null && <Asked visit={visit} at={link_requested_at} />}
      <div class="acts">
        {state === 'expired' && link_requested_at === null && (
          <form method="post" action={`${home}/new-link`} data-once>
            <button class="go" type="submit">
              {i18n.t('new_link')}
            </button>
          </form>
        )}
        <a class="go side" href={canAsk ? `${home}/ask` : `mailto:${encodeURIComponent(reply_to ?? '')}`}>
          {i18n.t('write_to', { workspace: contactPersonOf(link) })}
        </a>
      </div>
      {state === 'expired' && (
        <p class="keep">
          <Icon name="info" />
          <span>{i18n.t('new_link_note')}</span>
        </p>
      )}
    </>
  )
}

function Asked({ visit: { i18n, link, contact }, at }: { visit: LinkVisit; at: string }) {
  const day = i18n.day(at, link.workspace.time_zone, contact.context.now())
  const text = link.notifies_team
    ? i18n.t('new_link_asked', { day, whom: contactPersonOf(link) })
    : i18n.t('new_link_asked_unnotified', { day, workspace: link.workspace.name })
  return (
    <p class="note" role="status">
      <Icon name="check" /> <span>{text}</span>
    </p>
  )
}
