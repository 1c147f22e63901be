import { CONTACT_RIGHTS } from '../access/rights.ts'
import { createContact } from '../contacts/operations/change.ts'
import type { Context } from '../context.ts'
import { createEnrollment, updateEnrollment } from '../enrollments/operations/change.ts'
import { completeStep } from '../enrollments/operations/complete-step.ts'
import { createGuide, publishGuide } from '../guides/operations.ts'
import { invoke } from '../operation/invoke.ts'
import { createOrganisation } from '../organisations/operations/change.ts'
import { submitScore } from '../player/operations/score.ts'
import { setWorkingCalendar } from '../working-calendar/operations.ts'
import { setLogo } from '../workspaces/operations/logo.ts'
import { updateWorkspace } from '../workspaces/operations/own-workspace.ts'
import type { At } from './at.ts'
import { BRAND, LOGO, sampleCalendar } from './brand.ts'
import { fillPlan, type SamplePerson } from './fill-plan.ts'
import { GUIDES } from './guides/guides.ts'
import { ORGANISATIONS } from './people.ts'
import { type PlannedEnrollment, planSample } from './plan.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Implements `addSampleData`. */
export async function fill(context: Context, owner_id: string | undefined): Promise<{ guide_url: string }> {
  const now = Date.parse(context.now())
  const plan = planSample(
    now,
    GUIDES.map(({ sections = [] }) => sections.reduce((sum, { steps }) => sum + steps.length, 0)),
  )
  const at = clockOf(context)
  const made = Math.min(...plan.guides, ...plan.organisations.map((organisation) => organisation.at)) - HOUR_MS
  await at(made, updateWorkspace, BRAND)
  await at(made, setWorkingCalendar, sampleCalendar(new Date(now).getUTCFullYear()))
  await at(made, setLogo, { content: Buffer.from(LOGO).toString('base64') })

  const guides = await Promise.all(
    GUIDES.map((guide, index) => publish(at, { ...guide, default_assignee_id: owner_id }, plan.guides[index] ?? now)),
  )
  const organisations = await inOrder(plan.organisations, ({ at: time }, index) => {
    const { name = '', domain, industry } = ORGANISATIONS[index] ?? {}
    return at(time, createOrganisation, { name, domain, metadata: { industry } })
  })
  const contacts = await inOrder(plan.contacts, ({ at: time, organisation, role, ...person }) => {
    const organisation_id = organisations[organisation]?.data.id
    return at(time, createContact, { ...person, organisation_id, metadata: { role } })
  })
  const links = await inOrder(plan.enrollments, async (enrollment) => {
    const guide = guides[enrollment.guide]
    const contact = contacts[enrollment.contact]
    if (!guide || !contact) return ''
    const { id, url } = await enroll(at, enrollment, { guide, contact_id: contact.data.id })
    const { score, steps } = enrollment
    if (score) await clockOf(asContact(context, { id }))((steps.at(-1) ?? now) + MINUTE_MS, submitScore, score)
    return url
  })
  const people = contacts.filter((_, index) => plan.contacts[index]?.organisation === 0).map(({ data }) => data)
  await fillPlan(at, { now, owner_id, people, as: (person) => clockOf(asContact(context, person)) })
  const invited = plan.enrollments.findIndex(
    ({ guide, steps, expired }) => guide === 0 && !expired && steps.length === 0,
  )
  return { guide_url: links[invited] ?? '' }
}

function asContact({ caller: { workspace_id, plan }, ...context }: Context, person: SamplePerson): Context {
  return { ...context, caller: { kind: 'contact', ...person, workspace_id, plan, rights: CONTACT_RIGHTS } }
}

function clockOf(context: Context): At {
  return async (time, operation, input) => (await invoke(operation, contextAt(context, time), input)).value
}

/** A context at another time, also in transactions. */
function contextAt(context: Context, milliseconds: number): Context {
  const time = new Date(milliseconds).toISOString()
  const write: Context['store']['write'] = (work, options) =>
    context.store.write((tx) => work({ ...tx, time, stamp: time }), options)
  return { ...context, now: () => time, store: { ...context.store, write } }
}

/** Starts all work at once, the oldest first, so that writes share commits. */
async function inOrder<T extends { at: number }, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const started = items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => a.item.at - b.item.at)
    .map(({ item, index }) => ({ index, result: work(item, index) }))
  return Promise.all(started.sort((a, b) => a.index - b.index).map(({ result }) => result))
}

async function publish(at: At, guide: (typeof GUIDES)[number], time: number) {
  const { data: draft } = await at(time, createGuide, guide)
  return (await at(time + 20 * HOUR_MS, publishGuide, { id: draft.id })).data
}

type Published = Awaited<ReturnType<typeof publish>>

async function enroll(
  at: At,
  { at: time, steps, expired }: PlannedEnrollment,
  { guide, contact_id }: { guide: Published; contact_id: string },
): Promise<{ id: string; url: string }> {
  const expires_at = expired === undefined ? {} : { expires_at: new Date(expired).toISOString() }
  const { data: enrollment } = await at(time, createEnrollment, { contact_id, guide_id: guide.id, ...expires_at })
  const order = guide.sections.flatMap((section) => section.steps.map((step) => step.id))
  for (const [index, done] of steps.entries())
    await at(done, completeStep, { id: enrollment.id, step_id: order[index] ?? '' })
  if (expired !== undefined) await at(expired, updateEnrollment, { id: enrollment.id, status: 'expired' })
  return enrollment
}
