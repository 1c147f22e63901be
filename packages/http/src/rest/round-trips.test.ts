import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRoundTrips } from '../../../../test/postgres/round-trips.ts'
import { type Call, type Instance, openInstance } from '../../test/support/instance.ts'

let instance: Instance
let number = 0

beforeAll(async () => {
  instance = await openInstance('postgres', {}, { poolSize: 2 })
})
afterAll(() => instance.close())

async function answered(call: Call) {
  const { status, body } = await instance.call(call)
  // A form leads on.
  expect(status, JSON.stringify(body)).toBeLessThan(call.path.startsWith('/g/') ? 304 : 300)
  return body
}
const email = () => `c${++number}@example.com`
const contact = async () =>
  (await answered({ method: 'POST', path: '/api/v1/contacts', body: { contact: { email: email(), first_name: 'C' } } }))
    .data
const enrollment = async () => {
  const body = { enrollment: { contact_id: (await contact()).id, guide_id: instance.acme.guide_id } }
  return (await answered({ method: 'POST', path: '/api/v1/enrollments', body })).data
}
const firstStep = async (): Promise<string> => {
  const { data } = await answered({ path: `/api/v1/guides/${instance.acme.guide_id}` })
  return data.sections[0].steps[0].id
}
async function completion(): Promise<Call> {
  const { id } = await enrollment()
  return { method: 'POST', path: `/api/v1/enrollments/${id}/steps/${await firstStep()}/complete` }
}

/** The first of two. */
async function answer(): Promise<Call> {
  const content = { fields: [{ name: 'who', label: 'Who?', kind: 'text' }] }
  const steps = ['First', 'Second'].map((title) => ({ title, type: 'form', content }))
  const guide = { title: 'Ask', sections: [{ title: 'One', steps }] }
  const { data } = await answered({ method: 'POST', path: '/api/v1/guides', body: { guide } })
  await answered({ method: 'POST', path: `/api/v1/guides/${data.id}/publish` })
  const body = { enrollment: { contact_id: (await contact()).id, guide_id: data.id } }
  const { access_token } = (await answered({ method: 'POST', path: '/api/v1/enrollments', body })).data
  return {
    method: 'POST',
    path: `/g/${access_token}/steps/${data.sections[0].steps[0].id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `fields=${hash('sha256', 'who', 'hex').slice(0, 8)}&f0=Yuki`,
    token: null,
  }
}

/** Makes what a request needs. @returns the request */
const HOT: Record<string, { most: number; make(): Promise<Call> }> = {
  'get a contact': { most: 1, make: async () => ({ path: `/api/v1/contacts/${(await contact()).id}` }) },
  'list contacts': { most: 1, make: async () => ({ path: '/api/v1/contacts' }) },
  'create a contact': {
    most: 2,
    make: async () => ({
      method: 'POST',
      path: '/api/v1/contacts',
      body: { contact: { email: email(), first_name: 'C' } },
    }),
  },
  'update a contact': {
    most: 3,
    make: async () => ({
      method: 'PATCH',
      path: `/api/v1/contacts/${(await contact()).id}`,
      body: { contact: { first_name: `N${++number}` } },
    }),
  },
  'get an enrollment': { most: 2, make: async () => ({ path: `/api/v1/enrollments/${(await enrollment()).id}` }) },
  'list enrollments': { most: 3, make: async () => ({ path: '/api/v1/enrollments' }) },
  'complete a step': {
    most: 5,
    make: completion,
  },
  'answer a form': { most: 11, make: answer },
  "a step's page of the player": {
    most: 5,
    make: async () => {
      const { access_token } = await enrollment()
      return { path: `/g/${access_token}/steps/${await firstStep()}`, token: null }
    },
  },
}

test.each(Object.entries(HOT))('%s: as few round trips to PostgreSQL as can be', async (_, { most, make }) => {
  // The first loads pages and begins what is kept: tokens, blocks of the rate limit, and what the server says of itself.
  for (let round = 0; round < 2; round++) await answered(await make())
  const call = await make()
  const { trips, statements } = await countRoundTrips(() => answered(call))
  expect(trips, statements.join('\n')).toBeLessThanOrEqual(most)
})

test('complete a step: its events share what they say of the contact and the guide', async () => {
  const call = await completion()
  const { statements } = await countRoundTrips(() => answered(call))
  const readsOf = (table: string) =>
    statements.filter((one) => one.startsWith('select') && one.includes(` from "${table}"`))
  expect(statements.filter((one) => one.includes('insert into events')).length).toBeGreaterThan(1)
  expect(readsOf('contacts')).toHaveLength(1)
  expect(readsOf('guides')).toHaveLength(1)
})

test('a token that is not known yet, with the first of a block of the rate limit', async () => {
  const token = await instance.acme.key(['contacts:read'])
  const { id } = await contact()
  // The note of its use is not waited for: as much of it is counted as has been sent by then.
  const { trips, statements } = await countRoundTrips(() => answered({ path: `/api/v1/contacts/${id}`, token }))
  expect(trips, statements.join('\n')).toBeLessThanOrEqual(6)
})
