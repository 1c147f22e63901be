import { Icon } from '../layout/icons.tsx'
import type { LinkVisit } from '../visit.ts'
import { whomOf } from './whom.ts'

/** What whoever stands before a closed door can do. */
export function WaysOn({ visit }: { visit: LinkVisit }) {
  const { words, link, home } = visit
  const { state, link_requested_at, workspace } = link
  const canAsk = state === 'expired' || state === 'withdrawn'
  const { reply_to } = workspace
  if (!canAsk && reply_to === null) return null
  return (
    <>
      {state === 'expired' && link_requested_at !== null && <Asked visit={visit} at={link_requested_at} />}
      <div class="acts">
        {state === 'expired' && link_requested_at === null && (
          <form method="post" action={`${home}/new-link`} data-once>
            <button class="go" type="submit">
              {words.say('new_link')}
            </button>
          </form>
        )}
        <a class="go side" href={canAsk ? `${home}/ask` : `mailto:${encodeURIComponent(reply_to ?? '')}`}>
          {words.say('write_to', { workspace: whomOf(link) })}
        </a>
      </div>
      {state === 'expired' && (
        <p class="keep">
          <Icon name="info" />
          <span>{words.say('new_link_note')}</span>
        </p>
      )}
    </>
  )
}

function Asked({ visit: { words, link, contact }, at }: { visit: LinkVisit; at: string }) {
  const day = words.day(at, link.workspace.time_zone, contact.context.now())
  return (
    <p class="note" role="status">
      <Icon name="check" /> <span>{words.say('new_link_asked', { day, whom: whomOf(link) })}</span>
    </p>
  )
}
