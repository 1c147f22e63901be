import type { Handrail } from '../../src/index.ts'
import { type Bound, operations } from '../../src/index.ts'

const { listContacts, listEnrollments, listGuides, listOrganisations, listWebhookDeliveries, listWebhookEndpoints } =
  operations

const ALL = { per_page: 100 }
const STATUSES = ['invited', 'in_progress', 'completed', 'expired'] as const

/** The contents of a workspace, with names in place of ids and without times, so that two runs can be compared. */
export async function snapshot(handrail: Handrail, bound: Bound, names: ReadonlyMap<string, string>): Promise<object> {
  const nameOf = (id: string | null | undefined) => (id ? (names.get(id) ?? 'somebody new') : id)
  const organisations = await bound.invoke(listOrganisations, ALL)
  const living = new Map(organisations.data.map(({ id, name }) => [id, name]))
  const organisationOf = (id: string | null | undefined) =>
    id ? (living.get(id) ?? 'an organisation that is gone') : id
  const contacts = await bound.invoke(listContacts, ALL)
  const enrollments = await bound.invoke(listEnrollments, ALL)
  const counts = STATUSES.map(async (status) => (await bound.invoke(listEnrollments, { status })).meta.total)
  const endpoints = await bound.invoke(listWebhookEndpoints, ALL)
  const guides = await bound.invoke(listGuides, ALL)
  const deliveries = endpoints.data.map(async ({ id, status, events, description }) => ({
    status,
    events,
    description,
    deliveries: (await bound.invoke(listWebhookDeliveries, { id, ...ALL })).data
      .map(({ event, status: how }) => `${event} ${how}`)
      .toSorted(),
  }))
  const rows = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.participants))
  const openings = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.enrollment_sections))
  const opened = (id: string) =>
    openings
      .filter((row) => row.enrollment_id === id && row.opened_at !== null)
      .map((row) => `${nameOf(row.section_id)} ${row.opened_by ?? 'by itself'}${row.seen_at === null ? '' : ', seen'}`)
      .toSorted()
  const persons = (id: string) =>
    rows
      .filter((row) => row.enrollment_id === id)
      .map((row) => `${nameOf(row.contact_id)}${row.removed_at === null ? '' : ' no more'}`)
      .toSorted()
  const sent = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.submissions))
  const approved = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.approvals))
  const agreements = (id: string) => [
    ...sent
      .filter((row) => row.enrollment_id === id)
      .map((row) => `${row.round} ${row.revision} ${row.status} ${row.is_waiting} ${nameOf(row.reviewer_id)}`)
      .toSorted(),
    ...approved
      .filter((row) => row.enrollment_id === id)
      .map((row) => row.decision)
      .toSorted(),
  ]
  const drafted = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.guide_versions))
  const versions = drafted
    .filter((row) => row.workspace_id === bound.context.caller.workspace_id)
    .map((row) => `${row.title} ${row.published_at !== null} ${row.sections.map(({ title }) => title).join()}`)
    .toSorted()
  const sentMail = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.emails))
  const reminders = sentMail
    .filter((row) => row.workspace_id === bound.context.caller.workspace_id && row.kind === 'reminder')
    .map((row) => row.recipient)
    .toSorted()
  const planned = await handrail.database.read(async ({ db, tables }) => db.select().from(tables.enrollment_steps))
  const plan = (id: string) =>
    planned
      .filter((row) => row.enrollment_id === id)
      .map((row) => {
        const dates = [row.due_on, row.due_is_manual, row.overdue_at !== null]
        return [nameOf(row.step_id), nameOf(row.assignee_id), row.is_open, row.skipped_at !== null, ...dates].join(' ')
      })
      .toSorted()
  return {
    totals: [contacts.meta.total, organisations.meta.total, enrollments.meta.total, ...(await Promise.all(counts))],
    organisations: sorted(
      organisations.data.map(({ name, domain, contacts_count }) => ({ name, domain, contacts_count })),
    ),
    contacts: sorted(
      contacts.data.map(({ email, first_name, last_name, organisation_id }) => ({
        email,
        first_name,
        last_name,
        organisation: organisationOf(organisation_id),
      })),
    ),
    enrollments: sorted(
      enrollments.data.map(
        ({
          id,
          contact_id,
          status,
          progress_percentage,
          organisation_id,
          metadata,
          started_at,
          completed_at,
          participants_count,
          target_date,
          health,
          health_reason,
        }) => ({
          contact: nameOf(contact_id),
          organisation: organisationOf(organisation_id),
          started: started_at !== null,
          completed: completed_at !== null,
          status,
          progress_percentage,
          metadata,
          participants_count,
          participants: persons(id),
          opened: opened(id),
          target_date,
          health,
          reason: health_reason?.message,
          plan: plan(id),
          agreements: agreements(id),
        }),
      ),
    ),
    ...{ versions, reminders },
    guides: guides.data.map(({ title, steps_count }) => ({ title, steps_count })),
    endpoints: await Promise.all(deliveries),
    events: await eventsOf(handrail, bound, nameOf),
  }
}

/** The events of each record; the order between unrelated records is ignored. */
async function eventsOf(handrail: Handrail, bound: Bound, nameOf: (id: string) => string | null | undefined) {
  const { workspace_id } = bound.context.caller
  const rows = await handrail.database.read(async ({ db, tables: { events } }) => db.select().from(events))
  return rows
    .filter((row) => row.workspace_id === workspace_id)
    .map(({ type, data }) => {
      const { id, email, name, status, organisation_id } = JSON.parse(data)
      return [type, email ?? name ?? nameOf(id), status, nameOf(organisation_id)].join(' ')
    })
    .toSorted()
}

function sorted<T>(records: T[]): T[] {
  return records.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
