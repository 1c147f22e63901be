import { expect, test } from 'vitest'
import { toAppError } from './errors.ts'
import { loadOnce } from './load-once.ts'

test('loading a part once: those who want it meanwhile share it, and a failure is tried again', async () => {
  let loads = 0
  const load = loadOnce(async () => {
    await new Promise(setImmediate)
    if (++loads === 1) throw new Error('too many open files')
    return loads
  })
  const failed = await Promise.allSettled([load(), load()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([load(), load(), load()])).toEqual([2, 2, 2])
  expect(await load()).toBe(2)
})

test('a part of the program that is missing is answered with what to do', async () => {
  const missing = './no-such-part.ts'
  const { code, message } = toAppError(await import(missing).catch((error: unknown) => error))
  expect(code).toBe('unavailable')
  expect(message).toMatch(/^A part of the program is missing\. Restart the service/)
})
