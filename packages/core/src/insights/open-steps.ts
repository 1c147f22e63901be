import { z } from 'zod'
import { passedStepsOfAll } from '../enrollments/participants/passed-steps.ts'
import { personsOf } from '../enrollments/participants/persons-of-step.ts'
import { participantsOfAll } from '../enrollments/participants/store.ts'
import { closedOf } from '../enrollments/plan/closed-of.ts'
import { stepsOf } from '../enrollments/plan/read.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { isOpen } from '../enrollments/transitions.ts'
import { OutputDate, OutputId } from '../fields/fields.ts'
import { deprecatedField } from '../fields/reference.ts'
import { TEAM } from '../guides/responsible.ts'
import { findVersion } from '../guides/store.ts'
import { memberNames } from '../people/members/assignee.ts'
import type { Reader } from '../storage/database.ts'
import { RENAMED } from './renamed.ts'

const MAX_SHOWN = 12

export const OpenStep = z
  .object({
    id: OutputId.meta({ reference: 'A step that is not done.' }),
    title: z.string().meta({ reference: 'Title of the step.' }),
    state: z.enum(['closed', 'open', 'submitted', 'changes_requested']).meta({
      reference:
        '`closed`: its section is not open yet. `open`: it can be done. `submitted`: a member is to review it. `changes_requested`: it is to be sent again.',
    }),
    due_on: OutputDate.nullable().meta({ reference: 'Date of the step; `null` for none.' }),
    by_team: z.boolean().meta({ reference: 'Whether the team does it, or reviews what was sent.' }),
    is_ours: deprecatedField(z.boolean(), { since: RENAMED, use: 'by_team' }),
    person_name: z
      .string()
      .nullable()
      .meta({ reference: 'Names of those who do it or review it, separated by commas; `null` if nobody is named.' }),
    who: deprecatedField(z.string().nullable(), { since: RENAMED, use: 'person_name' }),
  })
  .meta({ id: 'OpenStep', reference: 'A step that is not done.' })

/** Without its former names, which the answer has in addition. */
type OpenStep = Omit<z.input<typeof OpenStep>, 'is_ours' | 'who'>

interface Named {
  enrollment: EnrollmentRow
  contact_name: string
  now: string
}

/** What is still to be done in an open enrollment: the earliest dates first, then in the order of the guide. */
export async function openStepsOf(
  reader: Reader,
  { enrollment, contact_name, now }: Named,
): Promise<{ open_steps: OpenStep[]; open_steps_count: number }> {
  const { workspace_id, id, guide_version_id } = enrollment
  const version = isOpen(enrollment.status) ? await findVersion(reader, workspace_id, guide_version_id) : undefined
  if (!version) return { open_steps: [], open_steps_count: 0 }
  const closed = await closedOf(reader, enrollment, version.sections, now)
  const steps = await stepsOf(reader, enrollment, version.sections, closed)
  const shared = enrollment.participants_count > 0 ? [id] : []
  const participants = (await participantsOfAll(reader, workspace_id, shared)).get(id) ?? []
  const passed = (await passedStepsOfAll(reader, workspace_id, shared)).get(id) ?? []
  const reviewers = [...new Set(steps.flatMap(({ reviewer_id }) => reviewer_id ?? []))]
  const members = new Map((await memberNames(reader, workspace_id, reviewers)).map((one) => [one.id, one.name]))
  const names = new Map(participants.map((one) => [one.id, `${one.first_name} ${one.last_name}`.trim()]))
  const open = steps.flatMap((step): OpenStep[] => {
    const { state, responsible, assignee_name, reviewer_id } = step
    if (state === 'done' || state === 'skipped') return []
    const to = passed.find(({ step_id }) => step_id === step.id)?.participant_id
    const persons = personsOf(step, participants, to)
    // What anybody can do is asked of the primary contact, who comes first.
    const customer = persons.slice(0, responsible === 'anyone' ? 1 : persons.length)
    const who = customer.map((person) => (person === null ? contact_name : (names.get(person) ?? '')))
    const shown = { id: step.id, title: step.title, state, due_on: step.due_on }
    if (state === 'submitted') return [{ ...shown, by_team: true, person_name: members.get(reviewer_id ?? '') ?? null }]
    if (responsible === TEAM) return [{ ...shown, by_team: true, person_name: assignee_name }]
    return [{ ...shown, by_team: false, person_name: who.filter((name) => name !== '').join(', ') || null }]
  })
  const sorted = open.toSorted((a, b) => (a.due_on ?? LAST).localeCompare(b.due_on ?? LAST))
  return { open_steps: sorted.slice(0, MAX_SHOWN), open_steps_count: open.length }
}

const LAST = '9999'
