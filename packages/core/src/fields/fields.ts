import { z } from 'zod'
import { notFound } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { hasVisible, isPlainlyVisible, UNSEEN } from './visible.ts'

const MAX_METADATA_BYTES = 32 * 1024
const MAX_DEPTH = 32
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** NUL ends strings in PostgreSQL, and a lone surrogate has no UTF-8 form: neither could be stored unaltered. */
export function storable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Trimmed text of at most `max` UTF-16 units. */
export function text(max = 255) {
  return z
    .string()
    .trim()
    .max(max)
    .refine(storable, { error: 'contains characters that cannot be stored', abort: true })
}

const { text: BLANK } = fieldError('blank')

/** Text that is not blank: it has a character that can be seen. */
export function requiredText(max = 255) {
  return text(max)
    .min(1)
    .refine((given) => given === '' || hasVisible(given), { error: BLANK })
}

/** A name by which people are known to others: it is what it looks like, so that nobody signs or speaks unseen. */
export function visibleName(max = 255) {
  return requiredText(max).refine((given) => !hasVisible(given) || isPlainlyVisible(given), UNSEEN)
}

/** A part of such a name that can be empty. */
export function optionalVisibleName(max = 255) {
  return text(max).refine((given) => given === '' || isPlainlyVisible(given), UNSEEN)
}

/** A UUID in lower case; as a reference to another record, or a filter. */
export const Id = z
  .string()
  .regex(UUID, 'is not a valid id')
  .transform((id) => id.toLowerCase())
  .meta({ format: 'uuid' })

/** One of some values, or several separated by commas; kept in the order of the values. */
export function severalOf(values: readonly string[]) {
  const one = `(${values.join('|')})`
  return z
    .string()
    .max(200)
    .meta({ pattern: `^ *${one} *(, *${one} *)*$`, examples: [...values, values.join()] })
    .transform((given, { addIssue }) => {
      const named = given.split(',').map((value) => value.trim())
      const wrong = named.find((value) => !values.includes(value))
      if (wrong === undefined) return values.filter((value) => named.includes(value)).join()
      addIssue({ code: 'invalid_value', values: [...values], input: wrong })
      return z.NEVER
    })
}

/** The id of the record of an operation: a malformed id is not found, regardless of other problems. */
export const RecordId = z
  .string()
  .transform((id) => {
    if (!UUID.test(id)) throw notFound()
    return id.toLowerCase()
  })
  .meta({ format: 'uuid' })

/** A UUID in an answer. */
export const OutputId = z.string().meta({ format: 'uuid' })

/** ISO 8601 in UTC with milliseconds, as answers show it: `2026-11-20T12:00:00.000Z`. */
export const Timestamp = z.string().meta({ format: 'date-time' })

/** The id of the record that an answer shows. */
export const OwnId = OutputId.meta({
  reference: 'Identifies the record. It never changes, and is not given to another record.',
})

/** When the record of an answer was created. */
export const CreatedAt = Timestamp.meta({ reference: 'When the record was created.' })

/** When the record of an answer changed last. */
export const UpdatedAt = Timestamp.meta({
  reference: 'Time of the latest change of the record, also of one that followed from a change of another record.',
})

/** A day of the calendar in an answer: `2026-11-20`. */
export const OutputDate = z.string().meta({ format: 'date' })

/** A time given by a client: ISO 8601 with an offset or `Z`; kept as UTC with milliseconds, in years 1 to 9999 as PostgreSQL. */
export const InputTime = z.iso
  .datetime({ offset: true, error: 'is not an ISO 8601 time such as 2026-11-20T12:00:00Z' })
  .transform((time) => new Date(time).toISOString())
  .refine((time) => /^(?!0000)\d{4}-/.test(time), { error: 'is before the year 1 or after the year 9999' })

/** E-mail addresses are compared without regard to case, so they are kept in lower case. */
export const Email = requiredText(320)
  .pipe(z.email({ error: 'is invalid' }))
  .transform((email) => email.toLowerCase())

/** An e-mail address in an answer. */
export const OutputEmail = z.string().meta({ format: 'email' })

/** A web address in an answer. */
export const OutputUrl = z.string().meta({ format: 'uri' })

/** A free-form JSON object of at most 32 KiB and 32 levels, kept exactly as given. */
export const Metadata = z
  .custom<Record<string, unknown>>(isPlainObject, { error: 'must be an object', abort: true })
  .superRefine((metadata, context) => {
    const problem = jsonProblem(metadata, 0)
    if (problem) context.addIssue({ code: 'custom', message: problem })
    else if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
      context.addIssue({ code: 'custom', message: 'is too large (maximum is 32 KiB)' })
  })
  .meta({ type: 'object', additionalProperties: true })

/** Metadata in an answer. */
export const OutputMetadata = z.record(z.string(), z.unknown())

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonProblem(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `is nested too deeply (maximum is ${MAX_DEPTH} levels)`
  if (typeof value === 'string') return storable(value) ? undefined : 'contains characters that cannot be stored'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'contains a number that cannot be stored'
  if (value === null || typeof value === 'boolean') return undefined
  if (typeof value !== 'object') return 'contains a value that JSON cannot represent'
  for (const [key, child] of Object.entries(value)) {
    const problem = storable(key) ? jsonProblem(child, depth + 1) : 'contains characters that cannot be stored'
    if (problem) return problem
  }
  return undefined
}

const PER_PAGE_DEFAULT = 25
const PER_PAGE_MAXIMUM = 100

/**
 * The paging parameters of lists. `page` counts from 1; `cursor` (empty for the first page, then `meta.next_cursor`)
 * costs the same at any depth.
 */
export const Paging = {
  page: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .meta({ reference: 'Number of the page, from 1, which is the default. Not together with `cursor`.' }),
  per_page: z
    .int()
    .min(1)
    .transform((count) => Math.min(count, PER_PAGE_MAXIMUM))
    .default(PER_PAGE_DEFAULT)
    .meta({ description: `${PER_PAGE_DEFAULT} by default`, maximum: PER_PAGE_MAXIMUM })
    .meta({ reference: 'Number of records on a page, from 1 to 100; 25 by default. A greater number counts as 100.' }),
  cursor: z.string().max(1500).optional().describe('Instead of page: empty at first, then meta.next_cursor').meta({
    reference:
      'Reads the list by cursor in place of page numbers, at the same cost at any depth: empty for the first page, then `meta.next_cursor` of the page before. A cursor belongs to the order with which it began. Not together with `page`.',
  }),
}

/** The cursor of a list that has no numbered pages. */
export const Cursor = Paging.cursor.meta({
  description: 'Empty at first, then meta.next_cursor',
  reference:
    'Empty or omitted for the first page, then `meta.next_cursor` of the page before. A cursor belongs to the filters and the order with which it began.',
})

/** The parameters of a list that can be sorted. @param columns those with an index, beside the time of creation */
export function sorting<const C extends readonly string[]>(...columns: C) {
  return {
    sort: z
      .enum(['created_at', ...columns])
      .optional()
      .describe('Not with updated_since or include_deleted')
      .meta({
        reference:
          'Field by which the list is sorted; without it, the newest record comes first. Not together with `updated_since` or `include_deleted`.',
      }),
    order: z
      .enum(['asc', 'desc'])
      .optional()
      .describe('asc by default; newest first without sort and order. Not with updated_since or include_deleted')
      .meta({
        reference:
          'Direction of `sort`: `asc`, the default, or `desc`. Alone, it sorts by the time of creation. Not together with `updated_since` or `include_deleted`.',
      }),
  }
}

/** Schemas of records that show a secret, which only the creating response contains. */
const showingSecrets = z.registry<Record<string, never>>()

/** Marks a record that shows a secret: its responses must not be stored anywhere. */
export function showingSecret<T extends z.ZodType>(record: T): T {
  showingSecrets.add(record, {})
  return record
}

/** Whether an output contains a record that shows a secret. */
export function showsSecret(output: z.ZodType): boolean {
  const data = output instanceof z.ZodObject ? output.shape.data : undefined
  return data instanceof z.ZodType && showingSecrets.has(data)
}

/** Restricts a list to records changed at or after a time. */
export const UpdatedSince = InputTime.optional().describe('Only records changed since this time').meta({
  reference:
    'Restricts the list to records changed at or after this time, such as `2026-11-20T12:00:00Z`. To keep a copy, continue from the newest `updated_at` seen.',
})

/** Includes deletions in a list. */
export const IncludeDeleted = z
  .boolean()
  .optional()
  .describe(
    'After the records, lists under deleted which records were deleted (at or after updated_since), regardless of filters',
  )
  .meta({
    reference:
      '`true` adds `deleted` after the last records: what was deleted at or after `updated_since`, whatever the filters are. `false` by default.',
  })

const Deleted = z
  .object({
    id: OutputId.meta({ reference: 'The record that was deleted.' }),
    deleted_at: Timestamp.meta({ reference: 'Time of the deletion.' }),
  })
  .meta({ id: 'Deleted', reference: 'A record that was deleted.' })

/** `meta` of a list response: by page, or by cursor. */
export const PageMeta = z
  .object({
    page: z.int().optional().meta({ reference: 'Number of this page, from 1; absent with `cursor`.' }),
    per_page: z.int().meta({ reference: 'Number of records asked for, after the maximum of 100 was applied.' }),
    total: z.int().optional().meta({ reference: 'Number of records on all pages; absent with `cursor`.' }),
    total_limit: z
      .int()
      .optional()
      .describe('Upper bound of total in searches and logs: matches are counted up to this number')
      .meta({
        reference:
          'The number up to which matches are counted, in searches and logs. Where `total` equals it, there may be more.',
      }),
    total_pages: z.int().optional().meta({ reference: 'Number of pages; absent with `cursor`.' }),
    next_cursor: z.string().nullable().optional().meta({
      reference:
        'The `cursor` of the next page; `null` at the end of the list. With page numbers, it is there only where they end before the list does.',
    }),
    incomplete_results: z
      .literal(true)
      .optional()
      .describe('Not all records were examined, so more may match, and total is unknown: continue at next_cursor')
      .meta({
        reference:
          'Present where not all records were examined yet: more may match, `total` is unknown, and the list goes on at `next_cursor`.',
      }),
  })
  .meta({ id: 'PageMeta', reference: 'Where this page stands in the list.' })

/** The answer that holds one record. */
export function recordOf<T extends z.ZodType>(record: T) {
  return z.object({ data: record })
}

/** A response with a record, and whether it was created. */
export function putOf<T extends z.ZodType>(record: T) {
  return z.object({
    data: record,
    created: z.boolean().meta({ reference: '`true` if the record is new, `false` if it was updated.' }),
  })
}

/** The answer that holds a page of records. */
export function pageOf<T extends z.ZodType>(record: T) {
  return z.object({
    data: z.array(record).meta({ reference: 'The records of this page, in the order of the list.' }),
    meta: PageMeta,
  })
}

/** The response of a list that can include deletions. */
export function syncPageOf<T extends z.ZodType>(record: T) {
  const deleted = z.array(Deleted).optional().describe('Only with include_deleted')
  return z.object({
    data: z.array(record).meta({ reference: 'The records of this page, in the order of the list.' }),
    deleted,
    meta: PageMeta,
  })
}
