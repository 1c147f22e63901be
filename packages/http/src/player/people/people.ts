import type { Step, View } from '../visit.ts'

export type Person = View['participants'][number]
type Role = View['guide']['roles'][number]
type PassedStep = View['passed_steps'][number]

/** Whether several people can be told apart: the guide has roles, or more than one person takes part or has taken part. */
export function hasPeople({ guide, participants, completions }: View): boolean {
  return guide.roles.length > 0 || participants.length > 1 || completions.some(({ by }) => by === 'participant')
}

/** The value of `responsible` for a step of the team. */
const TEAM = 'team'

/** Whether the team does a step. */
export function isTeams({ responsible }: Pick<Step, 'responsible'>): boolean {
  return responsible === TEAM
}

/** Whether it matters whose a step is: several people can be told apart, or the team does some. */
export function tellsWhose(view: View): boolean {
  return hasPeople(view) || view.guide.sections.some(({ steps }) => steps.some(isTeams))
}

/** What is planned for a step. */
export function plannedOf({ plan }: View, { id }: Pick<Step, 'id'>): View['plan'][number] | undefined {
  return plan.find(({ step_id }) => step_id === id)
}

/** The persons of an enrollment, the primary contact first; the reader alone where the view names none. */
export function peopleOf(view: View): readonly Person[] {
  if (view.participants.length > 0) return view.participants
  const { first_name, participant_id } = view
  const state = { is_you: true, is_primary: true, has_started: true, can_withdraw: false }
  return [{ participant_id, first_name, last_name: '', role_id: null, ...state }]
}

export function fullNameOf({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** The first name, or the whole name where two persons have the same. */
export function nameIn(view: View, person: Person): string {
  const isShared = peopleOf(view).some((other) => other !== person && other.first_name === person.first_name)
  return isShared ? fullNameOf(person) : person.first_name
}

/** @param id null for the primary contact */
export function findPerson(view: View, id: string | null): Person | undefined {
  return peopleOf(view).find(({ participant_id }) => participant_id === id)
}

export function findRole({ guide }: View, id: string | null): Role | undefined {
  return guide.roles.find((role) => role.id === id)
}

/** Whose a step is. */
export interface Responsible {
  /** Who does it; empty for anyone, and for the team. */
  persons: readonly Person[]
  isTeam: boolean
  /** The role whose step it is. */
  role?: Role
  /** Whether nobody has the role, so that it falls to the primary contact. */
  isUnfilled: boolean
  /** How the step was passed on alone. */
  passed?: PassedStep
}

export function responsibleOf(view: View, { id, responsible }: Pick<Step, 'id' | 'responsible'>): Responsible {
  if (isTeams({ responsible })) return { persons: [], isTeam: true, isUnfilled: false }
  const role = findRole(view, responsible)
  const passed = view.passed_steps.find(({ step_id }) => step_id === id)
  const to = passed && findPerson(view, passed.participant_id)
  if (to) return { persons: [to], isTeam: false, isUnfilled: false, passed, ...(role && { role }) }
  if (!role) return { persons: [], isTeam: false, isUnfilled: false }
  const holders = peopleOf(view).filter(({ role_id }) => role_id === role.id)
  if (holders.length > 0) return { persons: holders, role, isTeam: false, isUnfilled: false }
  return { persons: peopleOf(view).filter(({ is_primary }) => is_primary), role, isTeam: false, isUnfilled: true }
}

/** Whether a step is the reader's, or anyone's. */
export function isYours(view: View, step: Pick<Step, 'id' | 'responsible'>): boolean {
  const { persons, isTeam } = responsibleOf(view, step)
  if (isTeam) return false
  return persons.length === 0 || persons.some(({ is_you }) => is_you)
}
