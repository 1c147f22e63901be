import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Death, startProcess } from './start.ts'

const PROGRAM = new URL('../../../test/programs/greedy-reader.ts', import.meta.url)
const LIMITS = { megabytes: 64, seconds: 20 }
/** Limits of memory outside of the heap are those of Linux. */
const isLinux = process.platform === 'linux'

function run(data: string, { program = PROGRAM, limits = LIMITS, hear = (_: string) => {} } = {}) {
  return new Promise<{ death: Death | undefined; error: unknown }>((resolve) => {
    let death: Death | undefined
    const { end } = startProcess<string>({
      program,
      data,
      limits,
      died(reason, cause) {
        death = reason
        return cause
      },
      hear,
      fail: (error) => void end().then(() => resolve({ death, error })),
    })
  })
}

test.each([
  ['one list that grows', 'memory'],
  ['a calculation without end', 'time'],
  ['an error that nobody expects', 'crash'],
] as const)(
  'a process that reads a file ends alone with %s: %s',
  async (what, death) => {
    const limits = what.startsWith('a calculation') ? { ...LIMITS, seconds: 0.2 } : LIMITS
    expect((await run(what, { limits })).death).toBe(death)
  },
  60_000,
)

test.runIf(isLinux)(
  'memory outside of the heap is limited by the operating system',
  async () => {
    const { death, error } = await run('buffers outside of the heap')
    // Node reports that it got no memory, or the system ends the process.
    expect(['memory', 'crash']).toContain(death)
    expect(error).toBeInstanceOf(Error)
  },
  60_000,
)

test.runIf(isLinux)('a process that reads a file has limits of the operating system, and no environment', async () => {
  let found = ''
  await run('waiting', {
    hear() {
      const [pid = 0] = childrenOf(process.pid)
      found = ['limits', 'environ', 'oom_score_adj']
        .map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
        .join('\n')
      process.kill(pid, 'SIGKILL')
    },
  })
  expect(found).toMatch(/Max data size +12\d{8} /)
  expect(found).toMatch(/Max cpu time +25 /)
  expect(found).toMatch(/Max core file size +0 /)
  expect(found).toMatch(/1000$/m)
  expect(found).not.toContain('PATH=')
})

test('a program that cannot be started is a fault of the installation, and not of the file', async () => {
  const { death, error } = await run('', { program: new URL('./missing.js', import.meta.url) })
  expect(death).toBeUndefined()
  expect(String(error)).toMatch(/missing\.js ended with 1: [\s\S]*Cannot find module/)
})

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' })
  return listed
    .split('\n')
    .map(Number)
    .filter((child) => child > 0 && isReader(child))
}

function isReader(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('greedy-reader')
  } catch {
    return false
  }
}
