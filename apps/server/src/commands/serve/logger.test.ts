import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
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

const REQUEST = { request_id: 'r-1', method: 'GET', route: '/api/v1/contacts/:id', status: 200, duration_ms: 0.4 }

test.each([
  ['of a caller', { ...REQUEST, caller_id: '01a2175d-7dca-766b-956e-161f81456bca' }],
  ['without a route and a caller', { ...REQUEST, route: undefined, caller_id: undefined }],
  [
    'with characters that JSON escapes',
    { ...REQUEST, route: '/"\\\n', request_id: 'a"b', caller_id: 'system "x"\u0001é' },
  ],
])('the line of a request %s is what pino writes', async (_which, line) => {
  const { stderr } = await logged(`
    const line = ${JSON.stringify(line)}
    logger.info(line, 'request')
    logger.requestLine(line)`)
  const [written, own] = lines(stderr).map((text) => text.replace(/"time":"[^"]+"/, ''))
  expect(own).toBe(written)
  expect(lines(stderr)[1]).toMatch(/^\{"level":"info","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/)
})

test('all lines of one of several processes have its number at the same place', async () => {
  const { stderr } = await logged(`
    const own = createLogger({ logLevel: 'info' }, 123)
    own.info('one'); own.requestLine(${JSON.stringify(REQUEST)})`)
  for (const line of lines(stderr)) expect(line).toMatch(/^\{"level":"info","time":"[^"]+","pid":123,"/)
  expect(lines(stderr)).toHaveLength(2)
})

test('lines of requests keep their place among others, and their level', async () => {
  const line = JSON.stringify(REQUEST)
  const { stderr } = await logged(`
    logger.requestLine(${line}); logger.warn('between'); logger.requestLine(${line})
    createLogger({ logLevel: 'warn' }).requestLine(${line})`)
  expect(lines(stderr).map((text) => JSON.parse(text).msg)).toEqual(['request', 'between', 'request'])
})

test('what is logged while lines are being written is written after them, without a further line', async () => {
  const { stderr } = await logged(`
    for (let n = 0; n < 5000; n++) logger.info({ n }, 'request')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000)`)
  expect(lines(stderr).map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 5000 }, (_, n) => n))
})

test('a process whose log nobody reads any more ends', async () => {
  const child = spawn(
    process.execPath,
    [
      ...['--input-type=module', '--conditions=handrail-source', '-e'],
      `const { createLogger } = await import('${module}')
       const logger = createLogger({ logLevel: 'info' })
       process.once('message', () => { logger.info('to nobody'); process.exit(7) })
       process.send('begun')`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  )
  await once(child, 'message')
  child.stderr?.destroy()
  child.send('end')
  expect(await once(child, 'exit')).toEqual([7, null])
})
