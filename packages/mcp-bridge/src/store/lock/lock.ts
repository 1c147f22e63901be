import { open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BridgeError } from '../../errors/bridge-error.ts'
import { errorCode } from '../../errors/system-code.ts'
import { parseObject } from '../../json.ts'
import { isGone, type Owner, thisProcess } from './owner.ts'

/**
 * A lock among processes, as a row of numbered files: `name.1.lock`, `name.2.lock`, ... The highest number is the lock.
 * Whoever wants it creates the next number, which only one process can (O_EXCL); the highest is never removed, only marked as
 * released. So the lock never disappears between two holders, and a holder that was taken over can see it.
 *
 * A holder that stops touching its file is taken over: by the observer's own clock, so no two clocks are compared, and
 * containers that share a folder agree. Where the holder's process is known to be gone, nobody waits.
 */
export interface Lock {
  /** False when another process took over because this one gave no sign of life. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

export interface LockOptions {
  /** A holder without a heartbeat for this time has lost the lock. */
  staleAfter?: number
  /** How often the holder gives one. */
  touchEvery?: number
}

const STALE_AFTER = 10_000
const TOUCH_EVERY = 1_500
const POLL = 20
const RELEASED = 'released'

/** The last heartbeat of a holder, and when it was observed. */
interface Sighting {
  number: number
  touched: number
  seen: number
}

/** Takes the lock, waiting at most so many milliseconds. @throws BridgeError timeout */
export async function acquireLock(
  folder: string,
  name: string,
  within: number,
  options: LockOptions = {},
): Promise<Lock> {
  const observe = observer(folder, name, options)
  const end = performance.now() + within
  for (;;) {
    const lock = await observe()
    if (lock) return lock
    if (performance.now() > end)
      throw new BridgeError('timeout', 'Another mcp-bridge process is busy with the same credentials: try again.')
    await sleep(POLL + Math.random() * POLL)
  }
}

/** Takes the lock if nobody has it, now or when it is asked again: it remembers the signs of life that it saw. */
export function observer(folder: string, name: string, options: LockOptions = {}): () => Promise<Lock | undefined> {
  const staleAfter = options.staleAfter ?? STALE_AFTER
  let sighting: Sighting | undefined
  let here: Owner | undefined
  return async () => {
    here ??= await thisProcess()
    const number = await highest(folder, name)
    if (number > 0) {
      const state = await holderOf(pathOf(folder, name, number), here)
      if (state === 'changed') return undefined
      if (state !== 'free') {
        if (sighting?.number !== number || sighting.touched !== state.touched)
          sighting = { number, touched: state.touched, seen: performance.now() }
        if (performance.now() - sighting.seen < staleAfter) return undefined
      }
    }
    return create(folder, name, number + 1, here, options)
  }
}

async function holderOf(path: string, here: Owner): Promise<'free' | 'changed' | { touched: number }> {
  try {
    const content = await readFile(path, 'utf8')
    if (content === RELEASED) return 'free'
    const owner = parseOwner(content)
    if (owner && isGone(owner, here)) return 'free'
    return { touched: (await stat(path)).mtimeMs }
  } catch (error) {
    // Removed by a newer holder.
    if (errorCode(error) === 'ENOENT') return 'changed'
    throw error
  }
}

async function create(
  folder: string,
  name: string,
  number: number,
  here: Owner,
  options: LockOptions,
): Promise<Lock | undefined> {
  const path = pathOf(folder, name, number)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(here))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined
    throw error
  }
  // A process that looked long ago may create a number that was taken and removed since: only the highest counts.
  if ((await highest(folder, name)) !== number) {
    await rm(path, { force: true })
    return undefined
  }
  await removeBelow(folder, name, number)
  return hold(folder, name, number, options)
}

function hold(folder: string, name: string, number: number, { touchEvery = TOUCH_EVERY }: LockOptions): Lock {
  const path = pathOf(folder, name, number)
  const touch = async () => {
    const now = new Date()
    try {
      await utimes(path, now, now)
    } catch (error) {
      // Taken over: there is nothing to keep alive. Other errors show when it is written to.
      if (errorCode(error) === 'ENOENT') clearInterval(timer)
    }
  }
  const timer = setInterval(() => void touch(), touchEvery).unref()
  return {
    isHeld: async () => (await highest(folder, name)) === number,
    async release() {
      clearInterval(timer)
      try {
        // Without O_CREAT: a file that a newer holder has removed stays removed.
        const file = await open(path, 'r+')
        try {
          await file.truncate(0)
          await file.write(RELEASED, 0)
        } finally {
          await file.close()
        }
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error
      }
    },
  }
}

async function highest(folder: string, name: string): Promise<number> {
  return Math.max(0, ...(await numbers(folder, name)))
}

async function numbers(folder: string, name: string): Promise<number[]> {
  const prefix = `${name}.`
  const files = (await readdir(folder)).filter((file) => file.startsWith(prefix) && file.endsWith('.lock'))
  return files.map((file) => Number(file.slice(prefix.length, -'.lock'.length))).filter(Number.isSafeInteger)
}

async function removeBelow(folder: string, name: string, number: number): Promise<void> {
  for (const old of await numbers(folder, name)) {
    if (old >= number) continue
    try {
      await rm(pathOf(folder, name, old), { force: true })
    } catch (error) {
      // Windows keeps a file that somebody is reading; the next holder removes it.
      if (!['EPERM', 'EBUSY', 'EACCES'].includes(errorCode(error))) throw error
    }
  }
}

function pathOf(folder: string, name: string, number: number): string {
  return join(folder, `${name}.${number}.lock`)
}

/** A file that is being written has no owner yet. */
function parseOwner(content: string): Owner | undefined {
  const { place, process: pid } = parseObject(content) ?? {}
  return typeof place === 'string' && typeof pid === 'number' ? { place, process: pid } : undefined
}
