import { readFileSync } from 'node:fs'

/** In which Linux counts, on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100

/** The processor time of another process so far, in seconds; undefined where the system has no file that says so, or it has ended. */
export function processorSeconds(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, can contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    // It has ended, or /proc is not mounted.
    return undefined
  }
}
