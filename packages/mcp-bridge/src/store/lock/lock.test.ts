import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock, observer } from './lock.ts'
import { thisProcess } from './owner.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-bridge-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const files = () => readdirSync(folder)

test('the lock: one of many holders at a time', async () => {
  let inside = 0
  let most = 0
  const visit = async () => {
    const lock = await acquireLock(folder, 'a', 10_000)
    most = Math.max(most, ++inside)
    await sleep(1)
    inside--
    await lock.release()
  }
  await Promise.all(Array.from({ length: 30 }, visit))
  expect(most).toBe(1)
  expect(files()).toEqual(['a.30.lock'])
})

test('the lock: is taken over immediately from a dead process', async () => {
  const { place } = await thisProcess()
  writeFileSync(join(folder, 'a.7.lock'), JSON.stringify({ place, process: 2 ** 22 + 1 }))
  const start = performance.now()
  const lock = await acquireLock(folder, 'a', 1_000)
  expect(performance.now() - start).toBeLessThan(500)
  expect(files()).toEqual(['a.8.lock'])
  await lock.release()
})

test('the lock: a holder on another machine is judged by its heartbeat, not its process id', async () => {
  writeFileSync(
    join(folder, 'a.1.lock'),
    JSON.stringify({ place: `another container on ${hostname()}`, process: 2 ** 22 + 1 }),
  )
  const options = { staleAfter: 300 }
  const start = performance.now()
  await acquireLock(folder, 'a', 2_000, options)
  expect(performance.now() - start).toBeGreaterThan(250)
})

test('the lock: stays with a holder that sends heartbeats', async () => {
  const options = { staleAfter: 200, touchEvery: 40 }
  const lock = await acquireLock(folder, 'a', 100, options)
  await expect(acquireLock(folder, 'a', 700, options)).rejects.toMatchObject({ code: 'timeout' })
  expect(await lock.isHeld()).toBe(true)
})

test('the lock: a holder that lost it knows, and its release does not affect the next', async () => {
  const lost = await acquireLock(folder, 'a', 100, { touchEvery: 60_000 })
  const next = await acquireLock(folder, 'a', 2_000, { staleAfter: 100 })
  expect(await lost.isHeld()).toBe(false)
  await lost.release()
  expect(await next.isHeld()).toBe(true)
  expect(await observer(folder, 'a')()).toBeUndefined()
})
