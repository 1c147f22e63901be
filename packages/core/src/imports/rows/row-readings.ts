import { type Limits, startThread } from '../thread.ts'
import type { Columns, ContactReading, OrganisationReading } from './reading.ts'
import type { StoredRow } from './rows-thread.ts'

export type AnyReading = ContactReading | OrganisationReading

/** Parses rows of one import by their columns, in a worker thread. */
export interface RowReadings {
  /** @param rows must be awaited before the next call @throws TableFault if they take too much memory or time */
  of(rows: readonly StoredRow[]): Promise<AnyReading[]>
  end(): Promise<void>
}

/** The thread runs for some seconds, and gets few rows at a time. */
const LIMITS: Limits = { megabytes: 256, seconds: 30 }

/** The source beside the sources, or the compiled file in the built package. */
const FILE = new URL(import.meta.url.endsWith('.ts') ? './rows-thread.ts' : './rows-thread.js', import.meta.url)

export function startReadings(columns: Columns, limits = LIMITS): RowReadings {
  let asked: PromiseWithResolvers<AnyReading[]> | undefined
  let failed: { why: unknown } | undefined
  const { tell, end } = startThread<AnyReading[]>({
    file: FILE,
    data: columns,
    limits,
    work: 'check',
    smaller: 'Split it into several files',
    hear: (readings) => asked?.resolve(readings),
    fail(why) {
      failed ??= { why }
      asked?.reject(why)
    },
  })
  return {
    async of(rows) {
      if (failed) throw failed.why
      asked = Promise.withResolvers()
      tell(rows)
      return asked.promise
    },
    end,
  }
}
