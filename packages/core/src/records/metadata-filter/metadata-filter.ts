import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { storable } from '../../fields/fields.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { WHOLE_SCAN_LIMIT } from '../lists/limits.ts'
import { withCommas } from '../text.ts'
import * as postgres from './metadata-filter.postgres.ts'
import * as sqlite from './metadata-filter.sqlite.ts'

const ENGINES = { sqlite, postgres }
const MAX_KEYS = 5
const MAX_LENGTH = 255
/** JSON escapes them, and paths of SQLite do not. */
const UNQUOTABLE = /["\\\p{Cc}]/u

/** Values by key, as the text that the conditions take; undefined without one. */
export const MetadataFilter = z
  .custom<Record<string, string>>(isObject, { error: 'must be an object', abort: true })
  .superRefine((values, context) => {
    const entries = Object.entries(values)
    const refuse = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', message, path })
    if (entries.length > MAX_KEYS) return refuse(`can have ${MAX_KEYS} keys`)
    for (const [key, value] of entries) {
      if (key.length > MAX_LENGTH || !isFilterKey(key)) refuse('is not a key that can be filtered by', [key])
      else if (typeof value !== 'string' || value.length > MAX_LENGTH || !storable(value))
        refuse(`must be a text of at most ${MAX_LENGTH} characters`, [key])
    }
  })
  .meta({
    type: 'object',
    maxProperties: MAX_KEYS,
    additionalProperties: { type: 'string', maxLength: MAX_LENGTH },
  })
  .transform((values) => (Object.keys(values).length === 0 ? undefined : JSON.stringify(values)))
  .optional()
  .describe(
    `Only records whose metadata has each of these values (exact; numbers and booleans as in JSON): \`metadata[plan]=free\`. Without an indexed key, examines ${withCommas(WHOLE_SCAN_LIMIT)} rows per page, so a page can contain fewer records than requested, or none: continue until next_cursor is null`,
  )
  .meta({
    reference: `Restricts the list to records whose metadata has each of these values at its first level, compared exactly: \`metadata[plan]=free\`. Up to five keys can be given; numbers and booleans are written as in JSON. Without an indexed key, a page examines ${withCommas(WHOLE_SCAN_LIMIT)} records at most, so it can have fewer records than asked for, or none: continue until \`next_cursor\` is \`null\`.`,
  })

/** Whether values of a key can be filtered by. */
export function isFilterKey(key: string): boolean {
  return key !== '' && storable(key) && !UNQUOTABLE.test(key)
}

/** The condition of `MetadataFilter`, bound to the placeholder `metadata`. */
export function metadataMatches({ metadata }: { metadata: PgColumn }, { engine }: Dialect): SQL {
  return ENGINES[engine].metadataMatches(metadata)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
