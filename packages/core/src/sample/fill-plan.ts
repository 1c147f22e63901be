import type { Contact } from '../contacts/contact.ts'
import { createInternalNote } from '../enrollments/internal-notes/operations.ts'
import { createEnrollment, updateEnrollment } from '../enrollments/operations/change.ts'
import { completeStep } from '../enrollments/operations/complete-step.ts'
import { createParticipant } from '../enrollments/participants/operations.ts'
import { createGuide, publishGuide } from '../guides/operations.ts'
import type { At } from './at.ts'
import { goLive } from './guides/go-live.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface PlanFacts {
  now: number
  /** The member who looks after it. */
  owner_id: string | undefined
  /** The people of its organisation: the first is the primary contact. */
  people: readonly Pick<Contact, 'id'>[]
}

/** The part of the sample that both sides own: an enrollment of five people, of which one step is late. */
export async function fillPlan(at: At, { now, owner_id, people }: PlanFacts): Promise<void> {
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
  for (const [index, person] of others.entries())
    await at(began + (index + 1) * HOUR_MS, createParticipant, {
      id,
      contact_id: person.id,
      role_id: roles[index] ?? null,
    })
  const [first, kickOff] = guide.sections[0]?.steps ?? []
  for (const [step, days] of [
    [first, 1],
    [kickOff, 3],
  ] as const)
    await at(began + days * DAY_MS, completeStep, { id, step_id: step?.id ?? '' })
  // By then a step is late, which the upkeep would find out otherwise.
  await at(now - 2 * HOUR_MS, updateEnrollment, { id, metadata: { contract: 'Business' } })
  await at(now - 2 * HOUR_MS, createInternalNote, {
    id,
    body: 'Their firewall is looked after by another company. Call them if Ingrid hears nothing by Friday.',
  })
}
