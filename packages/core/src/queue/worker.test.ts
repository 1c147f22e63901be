import { afterEach, expect, test, vi } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
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
  const silent = worker.sinceRun()
  await expect.poll(() => worker.sinceRun()).toBeGreaterThan(silent)
  locked = false
  await expect.poll(() => claims).toBeGreaterThan(1)
  await expect.poll(() => worker.sinceRun()).toBeLessThan(silent)
  await worker.stop()
})

test.each(ENGINES)(
  'a service on %s that can send nothing for a minute is not ready, and is again when it can',
  async (engine) => {
    const told: unknown[] = []
    instance = await openInstance(engine, { webhooks: { deliver: true }, onError: (error) => told.push(error) })
    const { handrail } = instance
    const run = (sql: string) => handrail.database.write(async ({ connection }) => void (await connection.run(sql, [])))
    const ready = () =>
      handrail.ping().then(
        () => 'ready',
        (error) => error.message,
      )
    const now = performance.now.bind(performance)
    let ahead = 90_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
    // Of a worker that runs, a minute and a half is soon past.
    await expect.poll(ready).toBe('ready')
    await run('alter table webhook_deliveries rename to out_of_reach')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    ahead += 90_000
    expect(await ready()).toMatch(/^Nothing was sent for 9\d seconds\. The log says why$/)
    await run('alter table out_of_reach rename to webhook_deliveries')
    await expect.poll(ready).toBe('ready')
    clock.mockRestore()
  },
)
