import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const MOST_TOLD = 20
const keys = (count: number) => Array.from({ length: count }, (_, i) => `"f${i}":0`).join(',')
const many = (count: number, one: string) => `[${Array(count).fill(one).join(',')}]`
const SHORT = 4096

describe.each(ENGINES)('a request with many problems on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const create = (body: unknown) => instance.call({ method: 'POST', path: '/api/v1/contacts', body })

  test.each([
    ['numbers that cannot be kept', `{"contact":{"metadata":{"n":[${Array(40_000).fill('1e400').join(',')}]}}}`],
    ['numbers without a wrapper', `[${Array(40_000).fill('1e400').join(',')}]`],
    ['unknown fields', { contact: Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`f${i}`, 0])) }],
    [
      'unknown keys beside the record',
      Object.fromEntries([['contact', {}], ...Array.from({ length: 9000 }, (_, i) => [`f${i}`, 0])]),
    ],
  ])('reports the first twenty: %s', async (_name, body) => {
    const { status, text, body: answer } = await create(body)
    expect([status, answer.error.type]).toEqual([422, 'validation_error'])
    expect(Object.keys(answer.error.errors)).toHaveLength(MOST_TOLD)
    expect(text.length).toBeLessThan(SHORT)
  })

  test('reports the number of further invalid fields', async () => {
    const contact = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`f${i}`, 0]))
    const { body } = await create({ contact })
    // Of a request with so many, what is missing is not told.
    expect(body.error.message).toMatch(/, and 100 more$/)
  })

  test('reports a problem at its path, within nested lists and texts', async () => {
    const metadata = '{"a":[{"b":"1e400,[{"},[1,[2,1e400]]],"\\"k\\\\":{"\\u0061":-12345678901234567890}}'
    const { body } = await create(`{"contact":{"email":"a@b.example","first_name":"A","metadata":${metadata}}}`)
    expect(Object.keys(body.error.errors)).toEqual(['metadata.a.1.1.1', 'metadata."k\\.a'])
  })

  test('can contain at most a thousand long numbers', async () => {
    const { status, body } = await create(`[${Array(1001).fill('1'.repeat(40)).join(',')}]`)
    expect([status, body.error.message]).toEqual([400, 'The request body has too many numbers that are too long'])
    expect((await create(`[${Array(1000).fill('1'.repeat(40)).join(',')}]`)).status).toBe(422)
  })

  test.each([
    [
      'an object of 10,001 keys',
      `{"contact":{${keys(10_001)}}}`,
      'has an object with too many keys (maximum is 10,000)',
    ],
    [
      '10,001 numbers with zeros at their end',
      many(10_001, '1.00000000000000000'),
      'has too many numbers that are too long',
    ],
  ])('is refused before it is looked at: %s', async (_name, given, told) => {
    const { status, body } = await create(given)
    expect([status, body.error.message]).toEqual([400, `The request body ${told}`])
  })

  test.each([
    ['objects of 10,000 keys', `{"a":{${keys(10_000)}},"b":[{${keys(10_000)}}]}`],
    ['10,000 numbers with zeros at their end', many(10_000, '1.00000000000000000')],
    ['any number of short ones', many(30_000, '1.50e5')],
  ])('is looked at with %s', async (_name, given) => {
    expect((await create(given)).body.error.message).toContain('"contact"')
  })

  test('can contain at most 100,000 values', async () => {
    const { status, body } = await create(`[${'1,'.repeat(100_000)}1]`)
    expect([status, body.error.message]).toEqual([400, 'The request body has too many values (maximum is 100,000)'])
    // In a text, commas are no more than commas.
    const text = JSON.stringify({ contact: { email: 'x@b.example', first_name: 'A', last_name: ','.repeat(120_000) } })
    expect((await create(text)).status).toBe(422)
  })

  test('to OAuth can have at most 16 KiB, in every encoding', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const value = 'x'.repeat(16 * 1024)
    for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke', '/oauth/register', '/oauth/authorize'])
      for (const [body, headers] of [[`token=${value}`, form] as const, [{ token: value }, {}] as const]) {
        const { status, text } = await instance.call({ method: 'POST', path, token: null, headers, body })
        // The page that people see takes forms alone.
        expect([path, status]).toEqual([path, path === '/oauth/authorize' && headers !== form ? 415 : 413])
        expect(text.length).toBeLessThan(SHORT)
      }
  })
})
