import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Instance, openInstance } from '../../../test/instance.ts'
import { listEventTypes } from './event-types.ts'

vi.mock('zod', async (importOriginal) => {
  const original = await importOriginal<typeof import('zod')>()
  return { ...original, z: { ...original.z, toJSONSchema: vi.fn(original.z.toJSONSchema) } }
})

let instance: Instance
beforeEach(async () => {
  instance = await openInstance('sqlite')
})
afterEach(() => instance.close())

test('the schemas of events are converted once, however often and by whomever they are listed', async () => {
  const { data } = await instance.acme.invoke(listEventTypes, {})
  vi.mocked(z.toJSONSchema).mockClear()
  expect((await instance.other.invoke(listEventTypes, {})).data).toEqual(data)
  expect(z.toJSONSchema).not.toHaveBeenCalled()
})
