import { pathOf } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import { Mark } from '../layout/page.tsx'
import { initialsOf } from '../thread/contact-person.ts'
import type { GuideVisit, Step } from '../visit.ts'
import { fullNameOf, nameIn, plannedOf, type Responsible, responsibleOf } from './people.ts'

// These are called rather than mounted, as the lines of an outline are.

/** In place of the ring of an open step: the logo of the team, the initials of another person, or a dashed ring for a role that nobody has. */
export function markOf({ link }: Pick<GuideVisit, 'link'>, { persons, isTeam, isUnfilled }: Responsible) {
  if (isTeam) return <span class="st team">{Mark({ link })}</span>
  if (isUnfilled) return <span class="st vacant">{Icon({ name: 'plus' })}</span>
  const [first] = persons
  if (!first || persons.some(({ is_you }) => is_you)) return undefined
  return (
    <span class="st who" aria-hidden="true">
      {initialsOf(fullNameOf(first))}
    </span>
  )
}

/** Who of the team does a step, and by when: `We do this. Robin, by 3 December`. */
export function teamText({ view, i18n }: Pick<GuideVisit, 'view' | 'i18n'>, step: Pick<Step, 'id'>): string {
  const { assignee_name: name, due_on } = plannedOf(view, step) ?? {}
  const when = due_on ? i18n.t('by_day', { day: i18n.plainDay(due_on) }) : undefined
  const who = [name, when].filter(Boolean).join(', ')
  return who === '' ? i18n.t('team_does') : i18n.t('team_does_by', { who })
}

/** Before what a step is: the pill of the reader, the names of others, or the role. */
export function whoseLine({ view, i18n }: GuideVisit, { persons, role, isUnfilled }: Responsible) {
  if (isUnfilled && role) return <>{i18n.t('for_role', { role: role.name })} · </>
  if (persons.length === 0) return null
  if (persons.some(({ is_you }) => is_you))
    return (
      <>
        <b class="you">{i18n.t('ask_you')}</b>{' '}
      </>
    )
  return <>{persons.map((person) => nameIn(view, person)).join(', ')} · </>
}

/** Below a step of an unfilled role, for the person whom it falls to. */
export function passQuestion({ i18n, home }: GuideVisit, step: Step) {
  return (
    <p class="pass">
      {i18n.t('somebody_else')}{' '}
      <a href={`${pathOf(home, step)}/pass-on`}>
        {i18n.t('pass_on')} <bdi class="unseen">{step.title}</bdi>
      </a>
    </p>
  )
}

/** The steps at which the question is asked: the first open one of each unfilled role, if the reader can pass it on. */
export function askedSteps(visit: GuideVisit, steps: readonly Step[]): ReadonlySet<string> {
  const { view } = visit
  const done = new Set(view.completed_step_ids)
  const roles = new Set<string>()
  const asked = new Set<string>()
  if (!canPassOn(visit)) return asked
  for (const step of steps) {
    const { persons, role, isUnfilled } = responsibleOf(view, step)
    if (done.has(step.id) || !isUnfilled || !role || roles.has(role.id) || !persons.some(({ is_you }) => is_you))
      continue
    roles.add(role.id)
    asked.add(step.id)
  }
  return asked
}

/** Whether colleagues can be invited, by the guide and while it is not completed. */
export function canInvite({ view }: Pick<GuideVisit, 'view'>): boolean {
  return view.guide.participants_may_invite && view.status !== 'completed'
}

/** Whether there is somebody to pass a step on to. */
export function canPassOn(visit: Pick<GuideVisit, 'view'>): boolean {
  return visit.view.status !== 'completed' && (canInvite(visit) || visit.view.participants.length > 1)
}
