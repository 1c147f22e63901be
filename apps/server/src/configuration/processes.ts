import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { given } from './setting.ts'

const MOST = 64
const FAULT = `must be a number of processes from 1 to ${MOST}, or auto`

/** How many processes serve the port. */
export const Processes = z
  .string()
  .regex(/^(auto|[1-9]\d?)$/, { error: FAULT, abort: true })
  .transform((text) => (text === 'auto' ? text : Number(text)))
  .refine((number) => number === 'auto' || number <= MOST, FAULT)
  .default(1)
  .describe(
    'Processes that serve one port, with PostgreSQL; `auto` for one for each processor. An SQLite database has one process',
  )
  .register(given, { flag: '--processes <number>', environment: 'HANDRAIL_PROCESSES' })

/** One for each processor by `auto`, where the database is shared: an SQLite file belongs to one process. */
export function processesOf(given: z.output<typeof Processes>, databaseUrl: string | undefined): number {
  if (given !== 'auto') return given
  return databaseUrl === undefined ? 1 : Math.min(MOST, availableParallelism())
}

/** Whether more than one is asked for. A number that is no such number is a fault of its own. */
export function areSeveral(raw: unknown): boolean {
  const { success, data } = Processes.safeParse(raw)
  return success && data !== 'auto' && data > 1
}

const LARGEST_POOL = 10
const SMALLEST_POOL = 4
const POOLED = 24
/** Those that listen for notifications, of which there are six, and the one that shows that the process runs. */
const BESIDE_POOL = 7

interface Pools {
  processes: number
  databasePool?: number | undefined
  databasePoolerUrl?: string | undefined
}

/** The connections in the pool of each process: all together are to take part of the hundred that PostgreSQL permits by default. */
export function poolSizeOf({ processes, databasePool }: Pools): number {
  return databasePool ?? Math.min(LARGEST_POOL, Math.max(SMALLEST_POOL, Math.ceil(POOLED / processes)))
}

/** The most connections of PostgreSQL that all processes take. */
export function connectionsOf(config: Pools): number {
  // Those of a pooler are its own matter.
  const pool = config.databasePoolerUrl === undefined ? poolSizeOf(config) : 0
  return config.processes * (pool + BESIDE_POOL)
}
