import { Icon } from '../layout/icons.tsx'
import { initialsOf } from '../thread/contact-person.ts'
import type { GuideVisit } from '../visit.ts'
import { canInvite } from './marks.tsx'
import { findRole, fullNameOf, hasPeople, type Person, peopleOf } from './people.ts'

/** The card of the persons who take part, with names and roles, and the way to invite a colleague. */
export function TakesPart({ visit }: { visit: GuideVisit }) {
  const { i18n, view, home } = visit
  if (!hasPeople(view)) return null
  const people = peopleOf(view)
  return (
    <section aria-labelledby="takes-part">
      <h2 class="list" id="takes-part">
        {i18n.t('takes_part')}
      </h2>
      <div class="people">
        <ul>
          {people.map((person) => (
            <Row key={person.participant_id} visit={visit} person={person} />
          ))}
        </ul>
        {canInvite(visit) && (
          <p>
            <a class="go side" href={`${home}/invite`}>
              <Icon name="user-plus" /> {i18n.t('invite_colleague')}
            </a>
          </p>
        )}
      </div>
      {people.length > 1 && <p class="keep">{i18n.t('sees_names')}</p>}
    </section>
  )
}

function Row({ visit, person }: { visit: GuideVisit; person: Person }) {
  const { i18n, view, home } = visit
  const { participant_id, is_you, is_primary, has_started, can_withdraw } = person
  const name = fullNameOf(person)
  const role = findRole(view, person.role_id)
  const about = [
    ...(role ? [role.name] : []),
    ...(is_primary && view.participants.length > 1 ? [i18n.t('main_contact')] : []),
    ...(has_started || is_you || is_primary ? [] : [i18n.t('not_started')]),
  ]
  return (
    <li>
      <span class="initials" aria-hidden="true">
        {initialsOf(name) || <Icon name="user-plus" />}
      </span>
      <div class="grow">
        <b dir="auto">{name}</b> {is_you && <b class="you">{i18n.t('ask_you')}</b>}
        {about.length > 0 && (
          <small>
            <bdi>{about.join(' · ')}</bdi>
          </small>
        )}
      </div>
      {can_withdraw && participant_id !== null && (
        <form method="post" action={`${home}/withdraw`} data-once>
          <input type="hidden" name="participant_id" value={participant_id} />
          <button class="btn" type="submit">
            {i18n.t('take_back')} <bdi class="unseen">{name}</bdi>
          </button>
        </form>
      )}
    </li>
  )
}
