import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'
import { STEPS } from '../tracing.ts'

const { createContact, createEnrollment } = operations

const MANY = 120
/** The upkeep has more parts than this, most of them without work here. */
const PARTS = 20
/** Of the reads and transactions of one part. */
const FEW = 5

describe.each(ENGINES)('the upkeep on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('gives others a turn of the event loop before each of its parts', async () => {
    let turn = 0
    let isRunning = true
    const others = (async () => {
      while (isRunning) {
        await nextTurn()
        turn += 1
      }
    })()
    const ended: number[] = []
    const follow = () => void ended.push(turn)
    STEPS.asyncEnd.subscribe(follow)
    await instance.handrail.upkeep()
    STEPS.asyncEnd.unsubscribe(follow)
    isRunning = false
    await others
    const together = [...Map.groupBy(ended, (at) => at).values()].map(({ length }) => length)
    expect(ended.length).toBeGreaterThan(PARTS)
    expect(Math.max(...together)).toBeLessThan(FEW)
  })

  test('expires many enrollments in several transactions, as everybody who writes waits for each', async () => {
    const { acme, clock } = instance
    const guide = await publishedGuide(acme)
    const expires_at = new Date(clock.now.getTime() + 60_000).toISOString()
    for (let number = 0; number < MANY; number++) {
      const { data } = await acme.invoke(createContact, { email: `many${number}@example.com`, first_name: 'M' })
      await acme.invoke(createEnrollment, { contact_id: data.id, guide_id: guide.id, expires_at })
    }
    clock.now = new Date(clock.now.getTime() + 120_000)
    const counts: number[] = []
    const follow = (step: unknown) => void counts.push(countOf(step))
    STEPS.asyncEnd.subscribe(follow)
    await instance.handrail.upkeep()
    STEPS.asyncEnd.unsubscribe(follow)
    const types = await eventTypesOf(instance, acme)
    expect(types.filter((type) => type === 'enrollment.expired')).toHaveLength(MANY)
    expect(Math.max(...counts)).toBeGreaterThan(0)
    expect(Math.max(...counts)).toBeLessThan(MANY)
  })
})

/** How many items a transaction in timed steps did; 0 of any other. */
function countOf(step: unknown): number {
  const { result } = step as { result?: { count?: number } }
  return result?.count ?? 0
}
