import type { Contact } from '../contacts/contact.ts'
import { createInternalNote } from '../enrollments/internal-notes/operations.ts'
import { createEnrollment, updateEnrollment } from '../enrollments/operations/change.ts'
import { completeStep } from '../enrollments/operations/complete-step.ts'
import { createParticipant } from '../enrollments/participants/operations.ts'
import { listSubmissions, reviewSubmission } from '../enrollments/submissions/operations.ts'
import { createGuide, publishGuide } from '../guides/operations.ts'
import { submitForm } from '../player/operations/steps.ts'
import type { At } from './at.ts'
import { ACCESS, goLive } from './guides/go-live.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A person who follows an enrollment, by its id: a participant, or the primary contact. */
export interface SamplePerson {
  id: string
  participant_id?: string
}

interface PlanFacts {
  now: number
  /** The member who looks after it. */
  owner_id: string | undefined
  /** The people of its organisation: the first is the primary contact. */
  people: readonly Pick<Contact, 'id'>[]
  /** Acts as a person of an enrollment. */
  as(person: SamplePerson): At
}

/** The part of the sample that both sides own: an enrollment of five people, of which one step is late, one waits for a review and one for an approval. */
export async function fillPlan(at: At, { now, owner_id, people, as }: PlanFacts): Promise<void> {
  const began = now - 14 * DAY_MS
  const written = now - 74 * DAY_MS
  const { data: draft } = await at(written, createGuide, { ...goLive, default_assignee_id: owner_id })
  const { data: guide } = await at(written + DAY_MS, publishGuide, { id: draft.id })
  const [primary, ...others] = people
  if (!primary) return
  const { data: enrollment } = await at(began, createEnrollment, { contact_id: primary.id, guide_id: guide.id })
  const { id } = enrollment
  const [, it, finance] = guide.roles
  const roles = [undefined, it?.id, undefined, finance?.id]
  const participants = []
  for (const [index, person] of others.entries()) {
    const given = { id, contact_id: person.id, role_id: roles[index] ?? null }
    participants.push((await at(began + (index + 1) * HOUR_MS, createParticipant, given)).data)
  }
  const [first, kickOff] = guide.sections[0]?.steps ?? []
  for (const [step, days] of [
    [first, 1],
    [kickOff, 3],
  ] as const)
    await at(began + days * DAY_MS, completeStep, { id, step_id: step?.id ?? '' })
  const sender = participants.find(({ role_id }) => role_id === it?.id)
  await fillReview(at, as({ id, ...(sender && { participant_id: sender.id }) }), { id, now })
  // By then a step is late, which the upkeep would find out otherwise.
  await at(now - 2 * HOUR_MS, updateEnrollment, { id, metadata: { contract: 'Business' } })
  await at(now - 2 * HOUR_MS, createInternalNote, {
    id,
    body: 'Their firewall is looked after by another company. Call them if Ingrid hears nothing by Friday.',
  })
}

const ANSWERS = {
  administrator: 'Ingrid Halvorsen',
  everything: 'Board, Controlling, everybody in Finance',
}

/** Answers that were sent, asked to be changed, and sent again: they wait for a review. */
async function fillReview(at: At, asSender: At, { id, now }: { id: string; now: number }): Promise<void> {
  const first_day = new Date(now + 16 * DAY_MS).toISOString().slice(0, 10)
  const answers = { ...ANSWERS, first_day }
  await asSender(now - 4 * DAY_MS, submitForm, { step_id: ACCESS, answers })
  const [sent] = (await at(now - 3 * DAY_MS, listSubmissions, { id, step_id: ACCESS })).data
  await at(now - 3 * DAY_MS, reviewSubmission, {
    id,
    submission_id: sent?.id ?? '',
    revision: 1,
    decision: 'request_changes',
    note: 'Please say who stands in, and name people rather than whole departments.',
    notes: { everything: 'Finance has 40 people. Who of them?' },
  })
  const changed = { everything: 'Board, Controlling', deputy: 'Tomás Rivera' }
  await asSender(now - 3 * HOUR_MS, submitForm, { step_id: ACCESS, answers: { ...answers, ...changed } })
}
