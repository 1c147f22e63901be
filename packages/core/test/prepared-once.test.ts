import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Bound, operations } from '../src/index.ts'
import { introspectToken, redeemCode, refreshTokens } from '../src/internal.ts'
import { connect, consentTo, newApplication, newMember, REDIRECT_URI } from './connected.ts'
import { type Instance, openInstance, publishedGuide } from './instance.ts'

const {
  completeOwnStep,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createWebhookEndpoint,
  getContact,
  getEnrollment,
  getGuide,
  listContacts,
  listEnrollments,
  listGuides,
  listOrganisations,
  listOwnMessages,
  openOwnGuide,
  publishGuide,
  readOwnGuide,
  submitForm,
  updateContact,
  updateEnrollment,
  updateOrganisation,
} = operations

let instance: Instance
let acme: Bound
let guide: Awaited<ReturnType<typeof publishedGuide>>
let application: Awaited<ReturnType<typeof newApplication>>['client']
let user_id: string
let number = 0

beforeAll(async () => {
  instance = await openInstance('sqlite')
  acme = instance.acme
  guide = await publishedGuide(acme)
  application = (await newApplication(instance)).client
  user_id = (await newMember(acme)).id
  for (const event of ['contact.*', 'enrollment.*'])
    await acme.invoke(createWebhookEndpoint, { url: 'https://receiver.example.com/', events: [event] })
})
afterAll(() => instance.close())

const contact = async (organisation_id?: string) =>
  (
    await acme.invoke(createContact, {
      email: `c${++number}@example.com`,
      first_name: 'C',
      ...(organisation_id && { organisation_id }),
    })
  ).data
const organisation = async () => (await acme.invoke(createOrganisation, { name: `O${++number}` })).data
const enrollment = async (guide_id = guide.id) =>
  (await acme.invoke(createEnrollment, { contact_id: (await contact()).id, guide_id })).data
const customer = async (guide_id?: string) =>
  instance.handrail.asContact((await enrollment(guide_id)).access_token ?? '')
const step = (at: number) => guide.sections[0]?.steps[at]?.id ?? ''

async function formGuide() {
  const fields = [{ kind: 'text' as const, name: 'colour', label: 'Colour', required: true }]
  const sections = [{ title: 'S', steps: [{ title: 'F', type: 'form' as const, content: { fields } }] }]
  const { data } = await acme.invoke(createGuide, { title: 'Form', sections })
  return (await acme.invoke(publishGuide, { id: data.id })).data
}

/** Makes what an operation needs, and then runs it. */
const HOT: Record<string, () => Promise<() => Promise<unknown>>> = {
  'list contacts': async () => () => acme.invoke(listContacts, {}),
  'get a contact': async () => {
    const { id } = await contact()
    return () => acme.invoke(getContact, { id })
  },
  'create a contact': async () => () => contact(),
  'update a contact': async () => {
    const { id } = await contact()
    return () => acme.invoke(updateContact, { id, first_name: `N${++number}` })
  },
  'list organisations': async () => () => acme.invoke(listOrganisations, {}),
  'create an organisation': async () => () => organisation(),
  'update an organisation': async () => {
    const { id } = await organisation()
    return () => acme.invoke(updateOrganisation, { id, name: `O${++number}` })
  },
  'list guides': async () => () => acme.invoke(listGuides, {}),
  'get a guide': async () => () => acme.invoke(getGuide, { id: guide.id }),
  'list enrollments': async () => () => acme.invoke(listEnrollments, {}),
  'get an enrollment': async () => {
    const { id } = await enrollment()
    return () => acme.invoke(getEnrollment, { id })
  },
  'create an enrollment': async () => {
    const { id } = await contact()
    return () => acme.invoke(createEnrollment, { contact_id: id, guide_id: guide.id })
  },
  'update an enrollment': async () => {
    const { id } = await enrollment()
    return () => acme.invoke(updateEnrollment, { id, metadata: { n: ++number } })
  },
  'complete a step': async () => {
    const { id } = await enrollment()
    return () => acme.invoke(completeStep, { id, step_id: step(0) })
  },
  'read the own guide': async () => {
    const own = await customer()
    return () => own.invoke(readOwnGuide, {})
  },
  'open the own guide': async () => {
    const own = await customer()
    return () => own.invoke(openOwnGuide, {})
  },
  'complete an own step': async () => {
    const own = await customer()
    return () => own.invoke(completeOwnStep, { step_id: step(0) })
  },
  'send a form': async () => {
    const { id, sections } = await formGuide()
    const own = await customer(id)
    return () => own.invoke(submitForm, { step_id: sections[0]?.steps[0]?.id ?? '', answers: { colour: 'red' } })
  },
  'list own messages': async () => {
    const own = await customer()
    return () => own.invoke(listOwnMessages, {})
  },
  'exchange a code': async () => {
    const code = await consentTo(instance, { client: application, user_id })
    const proof = { redirect_uri: REDIRECT_URI, code_verifier: undefined, resource: [] }
    return () => redeemCode(acme.context, { client: application, code, ...proof })
  },
  'refresh tokens': async () => {
    const { refresh_token } = await connect(instance, { client: application, user_id })
    return () => refreshTokens(acme.context, { client: application, refresh_token, scope: undefined, resource: [] })
  },
  'introspect a token': async () => {
    const { access_token } = await connect(instance, { client: application, user_id })
    return () => introspectToken(acme.context, application, access_token)
  },
}

test.each(Object.keys(HOT))('%s: no statement is built again', async (name) => {
  const make = HOT[name]
  // The first builds them; the second may find more, such as a further page.
  for (let round = 0; round < 2; round++) await (await make?.())?.()
  const run = await make?.()
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
  await run?.()
  const built = prepare.mock.calls.map(([statement]) => statement)
  prepare.mockRestore()
  expect(built).toEqual([])
})
