import { isDone, pathOf } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import { Mark } from '../layout/page.tsx'
import type { StepVisit } from '../steps/step-page.ts'
import { initialsOf } from '../thread/contact-person.ts'
import { canPassOn, teamText } from './marks.tsx'
import { findPerson, fullNameOf, hasPeople, nameIn, type Responsible, responsibleOf } from './people.ts'

/** Above the text of a step that has a role, or that several people can do: whose it is, and the way to pass it on. */
export function WhoseStep({ visit }: { visit: StepVisit }) {
  const { view, placed, i18n, home } = visit
  const whose = responsibleOf(view, placed.step)
  if (whose.isTeam) return <Teams visit={visit} />
  if (!hasPeople(view) || (whose.persons.length === 0 && view.participants.length < 2)) return null
  const isOpen = !isDone(view, placed.step)
  const isYours = whose.persons.length === 0 || whose.persons.some(({ is_you }) => is_you)
  return (
    <div class="whosestep">
      <p>
        <Whose visit={visit} whose={whose} />
      </p>
      <PassedOn visit={visit} whose={whose} />
      {isOpen && isYours && canPassOn(visit) && (
        <p>
          {i18n.t('somebody_else')} <a href={`${pathOf(home, placed.step)}/pass-on`}>{i18n.t('pass_on')}</a>
        </p>
      )}
      {isOpen && !isYours && placed.step.type !== 'approval' && <p class="soft">{i18n.t('you_may_too')}</p>}
    </div>
  )
}

/** A step of the team: who does it, by when, and that there is nothing to do for the reader. */
function Teams({ visit }: { visit: StepVisit }) {
  const { view, placed, i18n, link } = visit
  if (isDone(view, placed.step)) return null
  return (
    <div class="whosestep">
      <p>
        <span class="st team">
          <Mark link={link} />
        </span>{' '}
        <span>{teamText(visit, placed.step)}</span>
      </p>
      <p class="soft">{i18n.t('nothing_to_do_here')}</p>
    </div>
  )
}

function Whose({ visit: { i18n, view }, whose }: { visit: StepVisit; whose: Responsible }) {
  const { persons, role, isUnfilled, passed } = whose
  if (persons.length === 0) return <>{i18n.t('anyone_may')}</>
  const [first] = persons
  if (isUnfilled && role)
    return (
      <>
        <span class="st vacant">
          <Icon name="plus" />
        </span>{' '}
        <span>{i18n.t('for_role', { role: role.name })}</span>
      </>
    )
  if (persons.some(({ is_you }) => is_you)) {
    const by = passed && findPerson(view, passed.by_participant_id)
    const because = by
      ? i18n.t('passed_by', { name: nameIn(view, by) })
      : role && i18n.t('because_role', { role: role.name })
    return (
      <>
        <b class="you">{i18n.t('ask_you')}</b> <span>{because}</span>
      </>
    )
  }
  return (
    <>
      <span class="st who" aria-hidden="true">
        {first && initialsOf(fullNameOf(first))}
      </span>{' '}
      <span>
        {i18n.t('does_this', { name: persons.map((person) => nameIn(view, person)).join(', ') })}
        {role && (
          <small>
            <bdi>{role.name}</bdi>
          </small>
        )}
      </span>
    </>
  )
}

/** What the reader has passed on of it, with the way back until the other person acts. */
function PassedOn({ visit, whose: { passed, role } }: { visit: StepVisit; whose: Responsible }) {
  const { view, i18n, home, placed } = visit
  const mine = [
    ...(passed ? [{ ...passed, what: 'step' }] : []),
    ...view.passed_roles.filter(({ role_id }) => role_id === role?.id).map((one) => ({ ...one, what: 'role' })),
  ].find(({ can_take_back }) => can_take_back)
  const to = mine && findPerson(view, mine.participant_id)
  if (!mine || !to) return null
  return (
    <form method="post" action={`${pathOf(home, placed.step)}/take-back`} data-once>
      <span class="grow">{i18n.t('passed_to', { name: nameIn(view, to) })}</span>
      <button class="btn" type="submit" name="what" value={mine.what}>
        {i18n.t('take_back')}
      </button>
    </form>
  )
}
