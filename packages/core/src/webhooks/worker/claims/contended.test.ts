import { afterEach, expect, test } from 'vitest'
import { SUCCESS } from '../../../../test/data/attempts.ts'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { operations } from '../../../index.ts'
import { deliveryQueue } from '../deliver.ts'

const { createOrganisation, createWebhookEndpoint } = operations

const ROOM = { limit: 384, slow: 384 }
const PLANNED = { planned: 'anew' } as const

let instance: Instance
afterEach(() => instance.close())

// While one process examines an endpoint and the other records an outcome, each leaves the next delivery to the other.
test('a claim contended by another process is retried soon, with increasing delays', async () => {
  instance = await openInstance('postgres')
  const { acme, handrail } = instance
  const { write } = handrail.database
  const endpoint = { url: 'https://receiver.example.com/', events: ['organisation.created'], max_concurrency: 1 }
  await acme.invoke(createWebhookEndpoint, endpoint)
  for (const name of ['one', 'other']) await acme.invoke(createOrganisation, { name })
  const laneOf = () => deliveryQueue(acme.context, (error) => expect.unreachable(String(error)))
  const [first, second] = [laneOf(), laneOf()]
  const idle = first.pollMs
  const sent = await write((tx) => first.claim(tx, ROOM, 'first'), PLANNED)
  expect(sent).toHaveLength(1)
  const looks: number[] = []
  await write(async (tx) => {
    // For this process, it is still under way.
    expect(await second.claim(tx, ROOM, 'second')).toEqual([])
    await write(
      (other) =>
        first.recordOutcomes(
          other,
          sent.map((job) => ({ job, attempt: SUCCESS })),
        ),
      PLANNED,
    )
    for (let look = 0; look < 6; look++) {
      expect(await write((other) => first.claim(other, ROOM, 'first'), PLANNED)).toEqual([])
      looks.push(first.pollMs)
    }
  }, PLANNED)
  expect(looks).toEqual([10, 20, 40, 80, 160, idle])
  expect(second.pollMs).toBe(idle)
  expect(await write((tx) => first.claim(tx, ROOM, 'first'), PLANNED)).toHaveLength(1)
  expect(first.pollMs).toBe(idle)
})
