import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { openLink, payroll } from '../../test/player.ts'

describe.each(ENGINES)('the player on %s', (engine) => {
  let instance: Instance
  let sample: Awaited<ReturnType<typeof payroll>>
  beforeAll(async () => {
    instance = await openInstance(engine)
    sample = await payroll(instance.handrail, instance.acme.id)
  })
  afterAll(() => instance.close())

  test('opens', async () => {
    const { path } = await sample.invite()
    const me = openLink(instance.app, path)
    const page = await me.get()
    expect(page.statusCode, page.payload).toBe(200)
    for (const { id } of sample.steps) expect((await me.get(`/steps/${id}`)).statusCode).toBe(200)
  })
})
