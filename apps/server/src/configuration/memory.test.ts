import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createLook } from './memory.ts'

/** Prints by how many megabytes the part of the heap where objects begin grows while much is made and soon thrown away. */
const CHURN = `
import { getHeapSpaceStatistics } from 'node:v8'
const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20
if (process.argv[1]) (await import(process.argv[1])).limitMemory()
const before = size()
let kept = []
for (let i = 0; i < 2_000_000; i++) {
  kept.push({ i, text: 'x' + i })
  if (kept.length > 100_000) kept = kept.slice(50_000)
}
console.log(size() - before)
`

const grows = (...args: string[]) =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', CHURN, ...args], { encoding: 'utf8' }))

test('memory: the young generation of the heap does not grow', () => {
  const limited = grows(new URL('./memory.ts', import.meta.url).href)
  // By how much it grows otherwise depends on what else the machine has to do.
  expect(grows()).toBeGreaterThan(2 * Math.max(1, limited))
})

/** Keeps 50 MB of garbage alive until it has grown, drops it, and prints the resident memory before and after it is at rest. */
const REST = `
const { returnMemory } = await import(process.argv[1])
const rss = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
let kept = []
for (let i = 0; i < 1_500_000; i++) kept.push({ i, text: 'x' + i })
kept = undefined
const busy = rss()
const stop = returnMemory()
const began = Date.now()
const look = setInterval(() => {
  if (rss() > busy / 2 && Date.now() - began < 40_000) return
  clearInterval(look)
  stop()
  console.log(JSON.stringify({ busy, rested: rss() }))
}, 250)
`

test('memory: what a busy time needed is returned once the process is at rest', () => {
  const url = new URL('./memory.ts', import.meta.url).href
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', REST, url], { encoding: 'utf8' })
  const { busy, rested } = JSON.parse(text)
  expect(rested).toBeLessThan(busy / 2)
}, 60_000)

test('memory: nothing is returned while the process works, nor twice, and the heap may grow again to its usual size', () => {
  const machine = { used: 0, resident: 300, now: 0, shrunk: 0, grown: false, limited: 0 }
  const look = createLook({
    processorMs: () => machine.used,
    residentMb: () => machine.resident,
    nowMs: () => machine.now,
    shrink() {
      machine.shrunk++
      machine.resident = 120
    },
    isGrown: () => machine.grown,
    limit: () => void machine.limited++,
  })
  const after = (processorMs: number) => {
    machine.now += 5000
    machine.used += processorMs
    look()
    return machine.shrunk
  }
  expect([after(4000), after(300), after(10)]).toEqual([0, 0, 0])
  expect(after(10)).toBe(1)
  expect([after(10), after(10)]).toEqual([1, 1])
  machine.grown = true
  machine.resident = 200
  expect([after(2000), after(10), after(10)]).toEqual([1, 1, 2])
  expect(machine.limited).toBe(1)
})
