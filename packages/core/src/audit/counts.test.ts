import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../test/connected.ts'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'
import { invoke } from '../internal.ts'

const {
  batchContacts,
  batchEnrollments,
  batchOrganisations,
  changeEnrollments,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createParticipant,
  createWebhookEndpoint,
  deleteContacts,
  deleteOrganisations,
  listAuditEntries,
  moveContacts,
  publishGuide,
  rescheduleEnrollment,
  resendWebhookDeliveries,
  restoreContacts,
  updateContact,
  updateParticipant,
} = operations

describe.each(ENGINES)('the entry of a call for many records on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let guide_id: string
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
    guide_id = (await publishedGuide(acme)).id
  })
  afterAll(() => instance.close())

  /** The entries that the work adds: their actions, records and details. */
  async function entriesOf(work: () => Promise<unknown>) {
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    const from = instance.clock.now.toISOString()
    await work()
    const { data } = await acme.invoke(listAuditEntries, { from, per_page: 100 })
    return data
      .map(({ action, subject_type, subject_id, details }) => ({ action, subject_type, subject_id, details }))
      .toSorted((a, b) => (a.action < b.action ? -1 : 1))
  }
  async function contact() {
    const email = `c${++people}@example.com`
    return (await acme.invoke(createContact, { email, first_name: 'C' })).data.id
  }
  const contacts = (count: number) => Promise.all(Array.from({ length: count }, contact))
  async function enrollment() {
    const { data } = await acme.invoke(createEnrollment, { contact_id: await contact(), guide_id })
    return data.id
  }
  const counted = (action: string, subject_type: string, count: number, details = {}) => ({
    action,
    subject_type,
    subject_id: null,
    details: { ...details, count: String(count) },
  })

  test('is one with the count, and of a single record its own', async () => {
    const [one = '', ...others] = await contacts(4)
    expect(await entriesOf(() => acme.invoke(deleteContacts, { ids: [one] }))).toEqual([
      { action: 'contact.deleted', subject_type: 'contact', subject_id: one, details: {} },
    ])
    expect(await entriesOf(() => acme.invoke(deleteContacts, { ids: others }))).toEqual([
      counted('contact.many_deleted', 'contact', 3),
    ])
    // Nothing is deleted twice.
    expect(await entriesOf(() => acme.invoke(deleteContacts, { ids: others }))).toEqual([])
    expect(await entriesOf(() => acme.invoke(restoreContacts, { ids: others }))).toEqual([
      counted('contact.many_restored', 'contact', 3),
    ])
  })

  test('has the details that all of its records have in common', async () => {
    const ids = await contacts(2)
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Harbour' })
    expect(await entriesOf(() => acme.invoke(moveContacts, { ids, organisation_id: organisation.id }))).toEqual([
      counted('contact.many_moved', 'contact', 2, { organisation: organisation.id }),
    ])
    const { data: other } = await acme.invoke(createOrganisation, { name: 'Mill' })
    const both = [organisation.id, other.id]
    expect(await entriesOf(() => acme.invoke(deleteOrganisations, { ids: both }))).toEqual([
      counted('organisation.many_deleted', 'organisation', 2),
    ])
  })

  test('counts also what follows from each, by its own action', async () => {
    const ids = await contacts(2)
    const id = await enrollment()
    for (const contact_id of ids) await acme.invoke(createParticipant, { id, contact_id })
    expect(await entriesOf(() => acme.invoke(deleteContacts, { ids }))).toEqual([
      counted('contact.many_deleted', 'contact', 2),
      expect.objectContaining({ action: 'participant.many_removed', subject_id: null }),
    ])
  })

  test('is one over all transactions of the call', async () => {
    const ids = [await enrollment(), await enrollment(), await enrollment()]
    const { id: assignee_id } = await newMember(acme)
    const assign = { action: 'assign' as const, assignee_id }
    expect(await entriesOf(() => acme.invoke(changeEnrollments, { ids, change: assign }))).toEqual([
      counted('enrollment.many_changed', 'enrollment', 3, { changed: 'assignee_id' }),
    ])
    const remind = { action: 'remind' as const }
    expect(await entriesOf(() => acme.invoke(changeEnrollments, { ids, change: remind }))).toEqual([
      counted('enrollment.many_reminded', 'enrollment', 3),
    ])
    const expire = { action: 'expire' as const }
    expect(await entriesOf(() => acme.invoke(changeEnrollments, { ids, change: expire }))).toEqual([
      counted('enrollment.many_changed', 'enrollment', 3, { changed: 'status', status: 'expired' }),
    ])
  })

  test('of a batch counts what is done, in several transactions, and not what is refused', async () => {
    const ids = await contacts(60)
    const items = ids.map((id) => ({ action: 'delete' as const, id }))
    const refused = { action: 'delete' as const, id: 'unknown' }
    const mixed = [...items.slice(0, 20), refused, ...items.slice(20), refused]
    const entries = await entriesOf(() => acme.invoke(batchContacts, { items: mixed, atomic: false }))
    expect(entries).toEqual([counted('contact.many_deleted', 'contact', 60)])
    const enrollments = [await enrollment(), await enrollment()]
    const deletions = enrollments.map((id) => ({ action: 'delete' as const, id }))
    expect(await entriesOf(() => acme.invoke(batchEnrollments, { items: deletions, atomic: false }))).toEqual([
      counted('enrollment.many_deleted', 'enrollment', 2, { guide: guide_id }),
    ])
    const { data } = await acme.invoke(createOrganisation, { name: 'Quay' })
    const organisation = [{ action: 'delete' as const, id: data.id }]
    expect(await entriesOf(() => acme.invoke(batchOrganisations, { items: organisation, atomic: true }))).toEqual([
      { action: 'organisation.deleted', subject_type: 'organisation', subject_id: data.id, details: { name: 'Quay' } },
    ])
  })

  test('an atomic batch that is refused has none', async () => {
    const [id = ''] = await contacts(1)
    const items = [
      { action: 'delete' as const, id },
      { action: 'delete' as const, id: 'unknown' },
    ]
    expect(
      await entriesOf(() => expect(acme.invoke(batchContacts, { items, atomic: true })).rejects.toThrow()),
    ).toEqual([])
  })

  test('creating and changing contacts has none: they have events', async () => {
    const input = { email: 'hot@example.com', first_name: 'H' }
    const entries = await entriesOf(async () => {
      const { value } = await invoke(createContact, acme.context, input)
      await acme.invoke(updateContact, { id: value.data.id, first_name: 'I' })
    })
    expect(entries).toEqual([])
  })

  // The examples of these operations change nothing, so the test of all routes expects no entry of them.
  test('another role, other dates and deliveries that are sent again have an entry', async () => {
    const due = { days: 3, from: 'enrolled' as const }
    const sections = [{ title: 'S', steps: [{ title: 'A', due }] }]
    const { data: guide } = await acme.invoke(createGuide, { title: 'G', roles: [{ name: 'IT' }], sections })
    await acme.invoke(publishGuide, { id: guide.id })
    const { data: made } = await acme.invoke(createEnrollment, { contact_id: await contact(), guide_id: guide.id })
    const { id } = made
    const { data: participant } = await acme.invoke(createParticipant, { id, contact_id: await contact() })
    const role = { id, participant_id: participant.id, role_id: guide.roles[0]?.id ?? '' }
    expect(await entriesOf(() => acme.invoke(updateParticipant, role))).toMatchObject([
      { action: 'participant.role_changed', subject_type: 'enrollment', subject_id: id },
    ])
    const moved = { id, target_date: '2027-01-04' }
    const { data: preview } = await acme.invoke(rescheduleEnrollment, moved)
    const { confirmation } = preview
    expect(await entriesOf(() => acme.invoke(rescheduleEnrollment, { ...moved, confirmation }))).toMatchObject([
      { action: 'enrollment.changed', subject_id: id, details: { changed: 'target_date' } },
      { action: 'enrollment.rescheduled', subject_type: 'enrollment', subject_id: id },
    ])
    const { data: endpoint } = await acme.invoke(createWebhookEndpoint, { url: 'https://example.com/', events: ['*'] })
    await contacts(2)
    await instance.handrail.database.write(({ db, tables: { webhook_deliveries: t } }) =>
      db.update(t).set({ status: 'failed', next_attempt_at: null }),
    )
    const since = '2026-01-01T00:00:00.000Z'
    expect(await entriesOf(() => acme.invoke(resendWebhookDeliveries, { id: endpoint.id, since }))).toEqual([
      counted('webhook_delivery.many_resent', 'webhook_delivery', 2, { endpoint: endpoint.id }),
    ])
  })
})
