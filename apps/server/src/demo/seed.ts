import {
  ALL_SCOPES,
  type Bound,
  type Context,
  completeStep,
  createApiKey,
  createContact,
  createEnrollment,
  createFirstWorkspace,
  createGuide,
  createOrganisation,
  type Handrail,
  invoke,
  listMembers,
  type Operation,
  publishGuide,
  setLogo,
  submitScore,
  updateEnrollment,
  updateWorkspace,
} from '@handrail/core'
import type { z } from 'zod'
import { BRAND, LOGO } from './brand.ts'
import { GUIDES } from './guides.ts'
import { ORGANISATIONS } from './people.ts'
import { type PlannedEnrollment, planSample } from './plan.ts'

const WORKSPACE = 'Acme Analytics'
const OWNER = { email: 'owner@acme.example', name: 'Robin Acme' }
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** The sample workspace, as its maker sees it. */
export interface Demo {
  workspace: string
  /** The e-mail address of the owner. */
  owner: string
  token: string
  /** The address at which a contact who was invited follows a guide. */
  guide: string
}

/** Does an operation as if it were another time. */
type At = <I extends z.ZodObject, O extends z.ZodType>(
  time: number,
  operation: Operation<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>

/**
 * Fills an empty instance with a workspace as it would look after two months.
 * @throws AppError `conflict` when it is not empty
 */
export async function seedDemo(handrail: Handrail): Promise<Demo> {
  const now = Date.now()
  const plan = planSample(
    now,
    GUIDES.map(({ sections = [] }) => sections.reduce((sum, { steps }) => sum + steps.length, 0)),
  )
  const system = await handrail.asSystem()
  const made = Math.min(...plan.guides, ...plan.organisations.map((organisation) => organisation.at)) - HOUR_MS
  const { data: workspace } = await clockOf(system)(made, createFirstWorkspace, { name: WORKSPACE, owner: OWNER })
  const bound = await handrail.asSystem(workspace.id)
  const at = clockOf(bound)
  await at(made, updateWorkspace, BRAND)
  await at(made, setLogo, { content: Buffer.from(LOGO).toString('base64') })

  const [owner] = (await bound.invoke(listMembers, {})).data
  const guides = await Promise.all(
    GUIDES.map((guide, index) =>
      publish(at, { ...guide, default_assignee_id: owner?.user_id }, plan.guides[index] ?? now),
    ),
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
    const url = await enroll(at, enrollment, { guide, contact_id: contact.data.id })
    const { score, steps } = enrollment
    if (score) {
      const person = await handrail.asContact(url.split('/g/')[1] ?? '')
      await clockOf(person)((steps.at(-1) ?? now) + MINUTE_MS, submitScore, score)
    }
    return url
  })
  const invited = plan.enrollments.findIndex(
    ({ guide, steps, expired }) => guide === 0 && !expired && steps.length === 0,
  )
  const key = await bound.invoke(createApiKey, { name: 'Sample key', scopes: [...ALL_SCOPES] })
  const guide = links[invited] ?? ''
  return { workspace: workspace.name, owner: OWNER.email, token: key.data.token, guide }
}

function clockOf({ context }: Bound): At {
  return async (time, operation, input) => (await invoke(operation, contextAt(context, time), input)).value
}

/** A context for which it is another time, in transactions too. */
function contextAt(context: Context, milliseconds: number): Context {
  const time = new Date(milliseconds).toISOString()
  const write: Context['store']['write'] = (work, options) =>
    context.store.write((tx) => work({ ...tx, time, stamp: time }), options)
  return { ...context, now: () => time, store: { read: context.store.read, write } }
}

/** Starts the work on all at once, the oldest first: what waits together is written together. */
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
): Promise<string> {
  const expires_at = expired === undefined ? {} : { expires_at: new Date(expired).toISOString() }
  const { data: enrollment } = await at(time, createEnrollment, { contact_id, guide_id: guide.id, ...expires_at })
  const order = guide.sections.flatMap((section) => section.steps.map((step) => step.id))
  for (const [index, done] of steps.entries())
    await at(done, completeStep, { id: enrollment.id, step_id: order[index] ?? '' })
  if (expired !== undefined) await at(expired, updateEnrollment, { id: enrollment.id, status: 'expired' })
  return enrollment.url
}
