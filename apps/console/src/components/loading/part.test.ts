import { expect, test } from 'vitest'
import { createPart } from './part.ts'

test('a part that could not be loaded: loading ahead leaves the failure on the page, and loading tries again', async () => {
  let isOnline = false
  const asked: boolean[] = []
  const part = createPart(async () => {
    asked.push(isOnline)
    if (!isOnline) throw new TypeError('Importing a module script failed.')
    return { text: 'loaded' }
  })
  part.loadAhead()
  expect(part.state()).toEqual({ is: 'loading' })
  await expect.poll(part.state).toEqual({ is: 'failed' })
  isOnline = true
  part.loadAhead()
  expect(part.state()).toEqual({ is: 'failed' })
  part.load()
  part.load()
  await expect.poll(part.state).toEqual({ is: 'loaded', module: { text: 'loaded' } })
  expect(asked).toEqual([false, true])
})
