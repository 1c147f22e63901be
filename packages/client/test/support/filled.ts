import { randomUUID } from 'node:crypto'
import { operations } from '@handrail/core'
import { addSampleData } from '@handrail/core/internal'
import { type Engine, type Instance, openInstance } from '../../../http/test/support/instance.ts'
import { listen } from '../../../http/test/support/mcp.ts'
import { type Client, createClient } from '../../src/index.ts'

const { continueGuideMove, createUser } = operations
const SOME = [1, 2, 3, 4]

export interface Filled {
  instance: Instance
  baseUrl: string
  client: Client
  /** Values of the path, by the path before the parameter. */
  places: Record<string, string>
  /** Values of filters that match several records, by name. */
  known: Record<string, unknown[]>
}

/** A service whose lists all have several pages of one record. */
export async function openFilled(engine: Engine): Promise<Filled> {
  const instance = await openInstance(engine, { rateLimits: { minute: 0, hour: 0 } })
  const baseUrl = (await listen(instance)).origin
  const client = createClient({ baseUrl, token: instance.acme.token })
  const endpoint = await client.createWebhookEndpoint({ url: 'https://receiver.example/hook', events: ['*'] })
  const system = await instance.handrail.asSystem(instance.acme.id)
  await addSampleData(system.context, undefined)
  for (const number of SOME) {
    const person = { email: `m${number}@acme.example`, name: `M ${number}`, password: 'correct horse battery' }
    await system.invoke(createUser, { ...person, role: 'editor' })
  }
  const places = await fillPlaces(instance, client, endpoint.data.id)
  return { instance, baseUrl, client, places, known: await knownOf(client, places) }
}

/** Long because it makes records of every kind, one after the other. */
async function fillPlaces(instance: Instance, client: Client, endpoint: string): Promise<Record<string, string>> {
  const guide = instance.acme.guide_id
  const of = async (number: number) =>
    (await client.createContact({ email: `a${number}@b.example`, first_name: 'A-1', metadata: { crm: 'A-1' } })).data.id
  const [first, ...others] = await Promise.all([0, ...SOME, 5].map(of))
  const { data: enrollment } = await client.createEnrollment({ contact_id: first ?? '', guide_id: guide })
  const { id } = enrollment
  for (const number of SOME) {
    await client.createWebhookEndpoint({ url: `https://receiver.example/${number}`, events: ['*'] })
    await client.answerMessage({ id, body: `Message ${number}` })
    await client.createInternalNote({ id, body: `Note ${number}` })
    await client.createParticipant({ id, contact_id: others[number] ?? '' })
    await client.createView({ name: `View ${number}`, list: 'contacts', is_shared: true })
    await client.testWebhookEndpoint({ id: endpoint })
    await client.createGuide({ title: `Draft ${number}` })
    await client.updateGuide({ id: guide, title: `Start ${number}` })
    await client.publishGuide({ id: guide })
    await moved(instance, client, guide)
    await client.recoverWebhookEndpoint({ id: endpoint, since: '2026-01-01T00:00:00Z' })
    const other = { contact_id: others[number] ?? '', guide_id: guide, metadata: { crm: 'A-1' } }
    const { data: invited } = await client.createEnrollment(other)
    await client.sendInvitation({ id: invited.id })
    const organisation = { name: `A-1 ${number}`, domain: 'shared.example', metadata: { crm: 'A-1' } }
    await client.createOrganisation(organisation)
    const gone = await client.createContact({ email: `gone${number}@b.example`, first_name: 'Gone' })
    await client.deleteContact({ id: gone.data.id })
  }
  const step_id = (await client.getGuide({ id: guide })).data.sections[0]?.steps[0]?.id ?? ''
  await insertSent(instance, { enrollment_id: id, step_id })
  const [note, participant, version] = await Promise.all([
    client.listInternalNotes({ id }),
    client.listParticipants({ id }),
    client.listGuideVersions({ id: guide }),
  ])
  return {
    '/contacts': first ?? '',
    '/organisations': (await client.listOrganisations({ per_page: 1 })).data[0]?.id ?? '',
    '/enrollments': id,
    '/enrollments/{id}/steps': step_id,
    '/enrollments/{id}/submissions': (await client.listSubmissions({ id })).data[0]?.id ?? '',
    '/enrollments/{id}/approvals': (await client.listApprovals({ id })).data[0]?.id ?? '',
    '/enrollments/{id}/participants': participant.data[0]?.id ?? '',
    '/enrollments/{id}/internal_notes': note.data[0]?.id ?? '',
    '/emails': (await client.listEmails({ per_page: 1 })).data[0]?.id ?? '',
    '/guides': guide,
    '/guides/{id}/versions': version.data[0]?.id ?? '',
    '/guides/{id}/moves': (await client.listGuideMoves({ id: guide })).data[0]?.id ?? '',
    '/webhook_endpoints': endpoint,
    '/webhook_endpoints/{id}/deliveries':
      (await client.listWebhookDeliveries({ id: endpoint, per_page: 1 })).data[0]?.id ?? '',
    '/webhook_endpoints/{id}/recoveries': (await client.listWebhookRecoveries({ id: endpoint })).data[0]?.id ?? '',
    '/events': (await client.listEvents({ per_page: 1 })).data[0]?.id ?? '',
    '/views': (await client.listViews({ per_page: 1 })).data[0]?.id ?? '',
  }
}

/** A dry run of a move, to its end. */
async function moved(instance: Instance, client: Client, id: string): Promise<void> {
  const { data } = await client.createGuideMove({ id })
  const system = await instance.handrail.asSystem(instance.acme.id)
  const place = { id, move_id: data.id }
  for (;;) if ((await system.invoke(continueGuideMove, place)).data.status === 'checked') return
}

/** What contacts send. No step of the guide asks for it, so it is put there. */
async function insertSent({ acme, handrail }: Instance, place: { enrollment_id: string; step_id: string }) {
  const at = new Date().toISOString()
  await handrail.database.write(async ({ db, tables: { approvals, files, submissions } }) => {
    for (const round of SOME) {
      const row = { workspace_id: acme.id, id: randomUUID(), ...place, created_at: at, updated_at: at }
      const file = { name: `${round}.txt`, media_type: 'text/plain', bytes: 1, stored_as: null }
      await db.insert(files).values({ ...row, ...file })
      const sent = { round, revision: 1, status: 'submitted' as const, files: [], comment: '', notes: {} }
      await db.insert(submissions).values({ ...row, ...sent, note: '', submitted_at: at, is_waiting: round === 1 })
      const document = { title: 'Scope', markdown: 'All', files: [] }
      const decision = { decision: 'approved' as const, person_name: 'A', signed_name: 'A' }
      await db.insert(approvals).values({ ...row, ...decision, note: '', document, document_sha256: '' })
    }
  })
}

async function knownOf(client: Client, places: Record<string, string>): Promise<Record<string, unknown[]>> {
  const listed = await client.listEnrollments({ per_page: 100 })
  const most = <K extends 'contact_id' | 'guide_id' | 'organisation_id'>(key: K) => {
    const groups = Map.groupBy(listed.data, (one) => one[key])
    const [[value] = []] = [...groups].filter(([id]) => id).sort(([, a], [, b]) => b.length - a.length)
    return [value]
  }
  return {
    contact_id: most('contact_id'),
    participant_contact_id: most('contact_id'),
    guide_id: most('guide_id'),
    organisation_id: most('organisation_id'),
    step_id: [places['/enrollments/{id}/steps']],
    subject_id: [places['/enrollments']],
    enrollment_id: [places['/enrollments']],
    event: ['step.completed'],
    domain: ['shared.example'],
    name: ['A-1'],
  }
}
