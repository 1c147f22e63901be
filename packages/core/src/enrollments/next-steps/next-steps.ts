import { ANYONE, TEAM } from '../../guides/responsible.ts'
import { memberNames } from '../../people/members/assignee.ts'
import type { Reader } from '../../storage/database.ts'
import { dayIn } from '../../times.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { type PassedStep, passedStepsOfAll } from '../participants/passed-steps.ts'
import { personsOf } from '../participants/persons-of-step.ts'
import { type NamedParticipant, participantsOfAll } from '../participants/store.ts'
import type { StepFacts } from '../plan/step-facts.ts'
import type { EnrollmentRow } from '../store.ts'
import { reviewersOf } from '../submissions/store.ts'
import { isOpen } from '../transitions.ts'
import { type Choice, choiceIn, heldUpAt } from './choose.ts'
import type { NextStep, Person } from './next-step.ts'

type Listed = Pick<EnrollmentRow, 'id' | 'status' | 'contact_id' | 'assignee_id' | 'participants_count'> & {
  contact_name: string
}

/** With the member who reviews what was sent, if it waits for that. */
type Chosen = Choice & { review?: { reviewer_id: string | null } | undefined }

interface NextQuery {
  workspace_id: string
  listed: readonly Listed[]
  now: string
  facts: ReadonlyMap<string, StepFacts>
  /** Which step it is; by default the one that is to be done next, on either side. */
  choose?: typeof choiceIn | typeof heldUpOrNext
}

/** The step of the customer for which an enrollment waits; what is to be done next, if that is the team's. */
export function heldUpOrNext(...asked: Parameters<typeof heldUpAt>): Choice | undefined {
  return heldUpAt(...asked) ?? choiceIn(asked[0], asked[1])
}

/** The next step of each open enrollment and who has it, for up to a page. Those without one are missing. */
export async function nextStepsOf(
  reader: Reader,
  { workspace_id, listed, now, facts, choose = choiceIn }: NextQuery,
): Promise<Map<string, NextStep & { people: Person[] }>> {
  const workspace = await findWorkspace(reader, workspace_id)
  const today = dayIn(workspace?.time_zone ?? 'UTC', now)
  const reviewers = await reviewersOf(
    reader,
    workspace_id,
    listed.map(({ id }) => id),
  )
  const chosen = listed.flatMap((enrollment) => {
    const own = isOpen(enrollment.status) ? facts.get(enrollment.id) : undefined
    const sent = reviewers.get(enrollment.id)
    const choice =
      own && choose(own, { today, now }, (step) => step.responsible === TEAM || sent?.has(step.id) === true)
    const review = sent?.get(choice?.step?.id ?? '')
    return own && choice ? [{ enrollment, facts: own, choice: { ...choice, ...(review && { review }) } }] : []
  })
  const shared = chosen
    .filter(({ enrollment }) => enrollment.participants_count > 0)
    .map(({ enrollment }) => enrollment.id)
  const participants = await participantsOfAll(reader, workspace_id, shared)
  const passed = await passedStepsOfAll(reader, workspace_id, shared)
  const members = new Map<string, string | null>(
    chosen.map(({ enrollment, facts, choice }) => [enrollment.id, memberOf(enrollment, facts, choice)]),
  )
  const asked = [...new Set(members.values())].filter((id) => id !== null)
  const names = new Map((await memberNames(reader, workspace_id, asked)).map(({ id, name }) => [id, name]))
  return new Map(
    chosen.map(({ enrollment, facts, choice }) => {
      const { id } = enrollment
      const assignee_id = members.get(id) ?? null
      const name = names.get(assignee_id ?? '')
      const customer = customerOf(enrollment, choice, participants.get(id) ?? [], passed.get(id) ?? [])
      const person = isTeams(choice)
        ? // A former member is nobody.
          {
            assignee_id: name === undefined ? null : assignee_id,
            contact_id: null,
            person_name: name ?? null,
            people: [],
          }
        : { assignee_id: null, ...customer }
      return [id, { ...fieldsOf(choice, facts), ...person }] as const
    }),
  )
}

function fieldsOf({ section, step, review }: Chosen, { rows, roles }: StepFacts) {
  const responsible = step && !review ? (step.responsible ?? ANYONE) : TEAM
  return {
    kind: kindOf({ step, review }),
    section_id: section.id,
    step_id: step?.id ?? null,
    title: step?.title ?? section.title,
    due_on: rows.find(({ step_id }) => step_id === step?.id)?.due_on ?? null,
    responsible,
    role_name: roles.find(({ id }) => id === responsible)?.name ?? null,
  }
}

function kindOf({ step, review }: Pick<Chosen, 'step' | 'review'>): NextStep['kind'] {
  if (!step) return 'open_section'
  return review ? 'review' : 'step'
}

function isTeams({ step, review }: Chosen): boolean {
  return step === undefined || review !== undefined || step.responsible === TEAM
}

/** The member who has it: that of the step, or the one who looks after the enrollment. */
function memberOf({ assignee_id }: Listed, { rows }: StepFacts, choice: Chosen): string | null {
  if (!isTeams(choice)) return null
  if (choice.review) return choice.review.reviewer_id
  return rows.find(({ step_id }) => step_id === choice.step?.id)?.assignee_id ?? assignee_id
}

/** The contacts who have it, and the one, where it is one. */
function customerOf(
  { contact_id, contact_name }: Listed,
  { step }: Choice,
  participants: readonly NamedParticipant[],
  passed: readonly PassedStep[],
) {
  const nobody = { contact_id: null, person_name: null }
  if (!step) return { ...nobody, people: [] }
  const primary: Person = { participant_id: null, contact_id, name: contact_name }
  const to = passed.find(({ step_id }) => step_id === step.id)?.participant_id
  const persons = personsOf(step, participants, to).flatMap((person) => {
    if (person === null) return [primary]
    const found = participants.find(({ id }) => id === person)
    return found ? [{ participant_id: found.id, contact_id: found.contact_id, name: nameOf(found) }] : []
  })
  const [one, ...others] = persons
  const alone = one && others.length === 0 ? { contact_id: one.contact_id, person_name: one.name } : nobody
  // The primary contact is asked for what anybody can do.
  const isAnybodys = to === undefined && (step.responsible ?? ANYONE) === ANYONE
  return { ...alone, people: isAnybodys ? [primary] : persons }
}

function nameOf({ first_name, last_name }: NamedParticipant): string {
  return `${first_name} ${last_name}`.trim()
}
