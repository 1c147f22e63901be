import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const SINGLE = 100
const MANY = 1000
const ROUNDS = 8
/** How many times as fast a batch must be. Databases of tests are in memory; on a disk, which single writes wait for, it is more. */
const LEAST = 3

describe.each(ENGINES)('batches by REST, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const send = (batch: object, headers = {}, path = '/api/v1/contacts/batch') =>
    instance.call({ method: 'POST', path, body: { batch }, headers })
  const upserts = (name: string, count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => ({
      action: 'upsert',
      data: { external_id: `${name}-${index}`, email: `${name}-${index}@b.example`, first_name: 'B', ...more },
    }))

  test('are answered by item, and replayed as a whole with the same key', async () => {
    const batch = { items: [...upserts('key', 2), { action: 'create', data: { email: 'no' } }] }
    const first = await send(batch, { 'idempotency-key': 'k-1' })
    expect([first.status, first.body.data.succeeded, first.body.data.failed]).toEqual([200, 2, 1])
    expect(first.body.data.results.map(({ status }: { status: number }) => status)).toEqual([201, 201, 422])
    expect(first.body.data.results[2].error).toEqual({
      type: 'validation_error',
      message: "Email is invalid, First name can't be blank",
      errors: { email: ['is invalid'], first_name: ["can't be blank"] },
    })
    const again = await send(batch, { 'idempotency-key': 'k-1' })
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
    const other = await send({ items: upserts('key', 3) }, { 'idempotency-key': 'k-1' })
    expect([other.status, Object.keys(other.body.error.errors)]).toEqual([422, ['Idempotency-Key']])
    // Of two at the same time, one is done.
    const both = await Promise.all([1, 2].map(() => send({ items: upserts('two', 50) }, { 'idempotency-key': 'k-2' })))
    const [done, refused] = both.toSorted((a, b) => a.status - b.status)
    expect([done?.status, refused?.status, refused?.headers['retry-after']]).toEqual([200, 409, '1'])
    expect(refused?.body.error).toMatchObject({ type: 'conflict', code: 'idempotency_key_in_use' })
  })

  test('are refused with more than 1,000 items, with 10 MB, and without an object', async () => {
    const many = await send({ items: upserts('many', MANY + 1) })
    expect([many.status, many.body.error.errors]).toEqual([422, { items: [expect.stringContaining('1000')] }])
    const large = await send({ items: [{ action: 'create', data: { first_name: 'x'.repeat(10 * 1024 * 1024) } }] })
    expect([large.status, large.body.error.type]).toEqual([413, 'payload_too_large'])
    expect((await instance.call({ method: 'POST', path: '/api/v1/contacts/batch', body: { items: [] } })).status).toBe(
      400,
    )
    // A large one within the limit is read.
    const metadata = { text: 'x'.repeat(2000) }
    expect((await send({ items: upserts('large', 500, { metadata }) })).body.data).toMatchObject({ succeeded: 500 })
  })

  test('the error of a contact who is already enrolled names the open enrollment', async () => {
    const { body: guides } = await instance.call({ path: '/api/v1/guides' })
    const { body: people } = await send({ items: upserts('enrolled', 1) })
    const enrollment = { contact_id: people.data.results[0].id, guide_id: guides.data[0].id }
    const enroll = () => instance.call({ method: 'POST', path: '/api/v1/enrollments', body: { enrollment } })
    const first = await enroll()
    const { status, body } = await enroll()
    expect([status, body.error]).toEqual([
      422,
      expect.objectContaining({
        type: 'validation_error',
        code: 'already_enrolled',
        enrollment_id: first.body.data.id,
        errors: { contact_id: ['is already enrolled in this guide'] },
      }),
    ])
    const items = [{ action: 'create', data: enrollment }]
    const batch = await send({ items }, {}, '/api/v1/enrollments/batch')
    expect(batch.body.data.results[0].error).toMatchObject({ enrollment_id: first.body.data.id })
  })

  test('a thousand upserts take at most a third of the time of single ones, even where commits cost nothing', async () => {
    await send({ items: upserts('warm', 20) })
    const put = (index: number) =>
      instance.call({
        method: 'PUT',
        path: `/api/v1/contacts/by_external_id/single-${index}`,
        body: { contact: { email: `single-${index}@b.example`, first_name: 'B' } },
      })
    for (let index = 0; index < 20; index++) await put(100_000 + index)
    const ratios: number[] = []
    // The best of some rounds, because the machine may be busy with other things.
    for (let round = 0; round < ROUNDS && !ratios.some((ratio) => ratio > LEAST); round++) {
      let began = performance.now()
      for (let index = 0; index < SINGLE; index++) await put(round * SINGLE + index)
      const single = (performance.now() - began) / SINGLE
      began = performance.now()
      const { body } = await send({ items: upserts(`fast-${round}`, MANY) })
      const each = (performance.now() - began) / MANY
      expect(body.data.succeeded).toBe(MANY)
      ratios.push(single / each)
    }
    expect(Math.max(...ratios)).toBeGreaterThan(LEAST)
  })
})
