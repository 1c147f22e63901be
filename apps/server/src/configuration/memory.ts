import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked whether there is memory to return. */
const EVERY_MS = 5000
/** At rest, the process uses less than this part of a processor; twice in a row. */
const REST = 0.05
/** What more than after the last time is returned: it takes a tenth of a second or two, which only pays for much. */
const WORTH_MB = 32
/** The size that the part of the heap where objects begin may grow to again. */
const YOUNG_MB = 64

/**
 * V8 lets the part of the heap where objects begin grow to a hundred megabytes and more on a machine that has much memory, which
 * a service gains nothing by: what a request leaves is collected as soon as a few are full. From now on it grows no further.
 */
export function limitMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** What a process tells of itself, and how it returns memory. */
export interface Machine {
  /** Processor time used since the start. */
  processorMs(): number
  /** Resident memory. */
  residentMb(): number
  /** Time since any moment. */
  nowMs(): number
  /** Returns the memory that the heap does not need. */
  shrink(): void
  /** Whether the heap has shrunk, and is back at its usual size. */
  isGrown(): boolean
  /** The heap grows no further. */
  limit(): void
}

/**
 * Returns memory to the system when the process is at rest after having needed more. V8 keeps the pages of a heap that has been
 * larger, whatever their contents: after a busy minute they would stay for as long as the process runs.
 * @returns a function that ends it
 */
export function returnMemory(machine: Machine = ownMachine): () => void {
  const look = createLook(machine)
  const timer = setInterval(look, EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** @returns a function to be called at regular intervals */
export function createLook(machine: Machine): () => void {
  let [at, used] = [machine.nowMs(), machine.processorMs()]
  let restful = 0
  let least = 0
  let isShrunk = false
  return () => {
    const [now, total] = [machine.nowMs(), machine.processorMs()]
    restful = total - used < REST * (now - at) ? restful + 1 : 0
    at = now
    used = total
    if (isShrunk && machine.isGrown()) {
      isShrunk = false
      machine.limit()
    }
    if (restful < 2 || machine.residentMb() < least + WORTH_MB) return
    machine.shrink()
    isShrunk = true
    least = machine.residentMb()
    used = machine.processorMs()
  }
}

const ownMachine: Machine = {
  processorMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  residentMb: () => process.memoryUsage.rss() / 2 ** 20,
  nowMs: () => performance.now(),
  shrink() {
    // The heap has its smallest size then, at which a busy service would collect all the time.
    setFlagsFromString('--semi-space-growth-factor=2')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    // Of the kinds of collections, the only one that gives up the pages that are kept for later.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  },
  isGrown() {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    return (young?.space_size ?? 0) >= YOUNG_MB * 2 ** 20
  },
  limit: limitMemory,
}
