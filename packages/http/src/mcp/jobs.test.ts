import { ALL_SCOPES, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assistantOf, type Cost } from '../../test/jobs/assistant.ts'
import { JOBS } from '../../test/jobs/jobs.ts'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'

const { addSampleWorkspace, createApiKey, createUser } = operations

/** The most of a job: a person waits, and the model's room is limited. */
const MOST = { calls: 6, bytes: 20 * 1024 }

describe.each(ENGINES)('the jobs that people give to assistants, on %s', (engine) => {
  let instance: Instance
  let token: string
  const costs: [asked: string, cost: Cost][] = []
  beforeAll(async () => {
    instance = await openInstance(engine)
    const system = await instance.handrail.asSystem(instance.acme.id)
    const { data: robin } = await system.invoke(createUser, {
      email: 'robin@acme.example',
      name: 'Robin',
      role: 'owner',
    })
    const member = await instance.handrail.asMember(instance.acme.id, robin.id)
    const { data: sample } = await member.invoke(addSampleWorkspace, {})
    const bound = await instance.handrail.asSystem(sample.id)
    token = (await bound.invoke(createApiKey, { name: 'assistant', scopes: [...ALL_SCOPES] })).data.token
    await instance.handrail.upkeep()
  })
  afterAll(async () => {
    if (process.env.SHOW_COSTS) console.table(costs.map(([asked, { calls, bytes }]) => ({ asked, calls, bytes })))
    await instance.close()
  })

  test.each(JOBS.map((job) => [job.asked, job] as const))('%s', async (asked, job) => {
    const assistant = await assistantOf(instance, token)
    const get = async (path: string) => (await instance.call({ path: `/api/v1${path}`, token })).body
    await job.work(assistant, { get })
    costs.push([asked, assistant.cost])
    expect(assistant.cost.calls, 'calls').toBeLessThanOrEqual(MOST.calls)
    expect(assistant.cost.bytes, 'bytes').toBeLessThanOrEqual(MOST.bytes)
  })

  test('there are at least 20 of them, each with what must be true afterwards', () => {
    expect(new Set(JOBS.map(({ asked }) => asked)).size).toBeGreaterThanOrEqual(20)
    for (const { afterwards } of JOBS) expect(afterwards).toMatch(/^[A-Z].*\.$/)
  })
})
