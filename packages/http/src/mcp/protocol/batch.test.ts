import { expect, test } from 'vitest'
import { inOrder } from './batch.ts'

test('requests of a batch run one after the other, with others between each two, also after one that failed', async () => {
  const log: string[] = []
  const run = inOrder(async () => void log.push('others'))
  const call = (name: string) => async () => {
    log.push(`begin ${name}`)
    await Promise.resolve()
    log.push(`end ${name}`)
    if (name === 'two') throw new Error('refused')
    return name
  }
  const outcomes = await Promise.allSettled(['one', 'two', 'three'].map((name) => run(call(name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual([
    ...['begin one', 'end one', 'others', 'begin two', 'end two', 'others', 'begin three', 'end three'],
  ])
})
