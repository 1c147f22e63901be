import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

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
