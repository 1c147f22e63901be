import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const module = new URL('./logger.ts', import.meta.url).href
/** Runs a program with a logger. */
const logged = (program: string) =>
  run(process.execPath, [
    '--input-type=module',
    '--conditions=handrail-source',
    '-e',
    `const { createLogger } = await import('${module}')
     const logger = createLogger({ logLevel: 'info' })
     ${program}`,
  ]).catch((failed) => failed)

const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('{"level"'))

test.each([
  ['ends', ''],
  ['is ended', 'process.exit(3)'],
])('the log of a process that %s is written completely', async (_how, end) => {
  const { stderr } = await logged(`for (let n = 0; n < 1000; n++) logger.info({ n }, 'request'); ${end}`)
  expect(lines(stderr).map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
})

test('the log of a process that ends with an error contains the error', async () => {
  const { code, stderr } = await logged("logger.info('before'); setTimeout(() => { throw new Error('broken') })")
  expect(code).toBe(1)
  const [before, fault] = lines(stderr).map((line) => JSON.parse(line))
  expect([before.msg, fault.level, fault.err.message]).toEqual(['before', 'fatal', 'broken'])
})

test('the log of a running process is written within milliseconds', async () => {
  const { stderr } = await logged(`
    const { spawn } = await import('node:child_process')
    logger.info('soon')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000)`)
  expect(lines(stderr)).toHaveLength(1)
})
