import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countRoundTrips } from '../../../../test/postgres/round-trips.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const { changeGuideDraft, createGuide, getGuideDraft, publishGuide, updateGuide } = operations

/** In the contents of each version. */
const MARK = 'Bring the key of the harbour office'
const SECTIONS = [{ title: 'First', steps: [{ title: MARK }] }]

describe.each(ENGINES)('the contents of a guide, which can be megabytes, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  /** How often the contents of a version are read. */
  async function readsOf(work: () => Promise<unknown>): Promise<number> {
    if (engine === 'postgres') {
      const { statements } = await countRoundTrips(work)
      return statements.filter((text) => /^select .*"sections".* from "guide_versions"/.test(text)).length
    }
    const parse = vi.spyOn(JSON, 'parse')
    try {
      await work()
      return parse.mock.calls.filter(([text]) => text.includes(MARK)).length
    } finally {
      parse.mockRestore()
    }
  }

  test('are read at most once before a change, and once for the answer', async () => {
    const { acme } = instance
    const { data: guide } = await acme.invoke(createGuide, { title: 'Large', sections: SECTIONS })
    const { id } = guide
    await acme.invoke(publishGuide, { id })
    const step = guide.sections[0]?.steps[0]?.id ?? ''
    const changes = [{ action: 'set_step' as const, id: step, estimated_minutes: 5 }]
    // The first change makes a draft of the published version.
    for (const _ of ['published', 'draft']) {
      expect(await readsOf(() => acme.invoke(updateGuide, { id, title: 'Larger' }))).toBe(2)
      expect(await readsOf(() => acme.invoke(changeGuideDraft, { id, changes }))).toBe(2)
    }
    expect(await readsOf(() => acme.invoke(getGuideDraft, { id }))).toBe(1)
    expect((await acme.invoke(getGuideDraft, { id })).data).toMatchObject({ title: 'Larger', version_number: 1 })
    expect(await readsOf(() => acme.invoke(publishGuide, { id }))).toBe(2)
    expect((await acme.invoke(getGuideDraft, { id })).data.version_number).toBe(2)
  })

  test('are read once for the answer to a creation', async () => {
    const create = () => instance.acme.invoke(createGuide, { title: 'Large', sections: SECTIONS })
    expect(await readsOf(create)).toBe(1)
  })
})
