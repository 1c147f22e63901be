import { afterEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/instance.ts'
import { AppError } from '../errors.ts'
import { type Lane, startWorker } from './worker.ts'

let instance: Instance
afterEach(() => instance.close())

test('a worker whose first statement fails begins once the database is there', async () => {
  instance = await openInstance('sqlite', { webhooks: { deliver: false } })
  const { database } = instance.handrail
  let locked = true
  const told: unknown[] = []
  let claims = 0
  const lane: Lane<string, string> = {
    channel: { name: 'deliveries' },
    pollMs: 1,
    limit: 1,
    table: (tables) => tables.webhook_deliveries,
    idOf: (job) => job,
    claim: async () => {
      claims++
      return []
    },
    send: async (job) => job,
    settle: async () => undefined,
    isLasting: () => false,
  }
  const failing: typeof database = {
    ...database,
    write: (work, options) =>
      locked ? Promise.reject(new AppError('unavailable', 'The database is locked')) : database.write(work, options),
  }
  const worker = startWorker(lane, { database: failing, onError: (error) => told.push(error) })
  await expect.poll(() => told).toMatchObject([{ message: 'The database is locked' }])
  expect(claims).toBe(0)
  locked = false
  await expect.poll(() => claims).toBeGreaterThan(0)
  await worker.stop()
})
