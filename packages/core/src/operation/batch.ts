import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError, validationError } from '../errors.ts'
import { type FieldErrors, fieldError } from '../field-errors.ts'
import { OutputId, text } from '../fields/fields.ts'
import { showAs } from '../fields/reference.ts'
import { type Tx, UniqueViolation } from '../storage/database.ts'
import { claimAnswer, keepAnswer } from './idempotency-answer.ts'
import { PART_MS } from './in-parts.ts'
import { within } from './within.ts'

/** Maximum number of items of a batch, and of one that is atomic: its only transaction holds up the other writers of SQLite. */
export const MAX_BATCH = 1000
export const MAX_ATOMIC = 100

/** The fields of an item, which the operation of the item checks. */
function unchecked(fields: z.ZodType) {
  const data = z.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  return showAs(data, fields)
}

/**
 * The input of a batch.
 * @param actions what an item can ask for
 * @param fields all fields of its data
 */
export function batchOf<const A extends readonly [string, ...string[]]>(actions: A, fields: z.ZodType) {
  const Item = z.strictObject({
    action: z.enum(actions).meta({ reference: 'What to do with the record.' }),
    id: text(100).optional().describe('Of the record to update or delete. With upsert, updates this record').meta({
      reference:
        'The record to update or delete. With `upsert`, the record to update, whatever identifies it otherwise. Not with `create`.',
    }),
    data: unchecked(fields).optional().describe('The fields, as creating or updating one record takes them'),
  })
  return z.strictObject({
    items: z
      .array(Item)
      .min(1)
      .max(MAX_BATCH)
      .meta({ reference: 'Items in the order in which they are done, at most 1,000.' }),
    atomic: z
      .boolean()
      .default(false)
      .describe(`Changes nothing if an item is refused: then the request is. For at most ${MAX_ATOMIC} items`)
      .meta({
        reference: `\`true\` makes the batch all or nothing: if one item is refused, the request is refused with 422 and nothing changes. Such a batch has at most ${MAX_ATOMIC} items. \`false\` by default.`,
      }),
  })
}

const Refusal = z.object({
  type: z.string().meta({ reference: 'As `error.type` of a request with this item alone.' }),
  message: z.string().meta({ reference: 'All problems of the item in a sentence each.' }),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ reference: 'Problems by field, for `validation_error`.' }),
  code: z.enum(['already_enrolled']).optional().describe('If the contact has an open enrollment in the guide').meta({
    reference: 'As `error.code` of a request with this item alone: the contact has an open enrollment in the guide.',
  }),
  enrollment_id: OutputId.optional().describe('The open enrollment, if the contact is already enrolled'),
})

export const BatchAnswer = z.object({
  data: z
    .object({
      results: z
        .array(
          z.object({
            status: z.int().describe('As for a request with this item alone: 200, 201, 204, 404, 422').meta({
              reference: 'HTTP status that a request with this item alone would have had: 200, 201, 204, 404 or 422.',
            }),
            id: OutputId.nullable().meta({ reference: 'The record of the item; `null` if the item was refused.' }),
            url: z
              .string()
              .optional()
              .describe("The contact's link, of an enrollment")
              .meta({ reference: 'The link of a new enrollment.' }),
            error: Refusal.optional().meta({ reference: 'Why the item was refused; absent for one that was done.' }),
          }),
        )
        .meta({ reference: 'One result for each item, in the order of the items.' }),
      succeeded: z.int().meta({ reference: 'Number of items that were done.' }),
      failed: z.int().meta({ reference: 'Number of items that were refused.' }),
    })
    .meta({ reference: 'What became of the items.' }),
})

export type BatchResult = z.input<typeof BatchAnswer>['data']['results'][number]

export interface BatchItem {
  action: string
  id?: string | undefined
  data?: Record<string, unknown> | undefined
}

/** Runs one item by the operation of a single record. @param context its store writes in the transaction of the batch */
type Run<I> = (context: Context, item: I) => Promise<BatchResult>

/** Runs the first items together, in fewer statements, as far as that is the same. @returns their results */
type RunTogether<I> = (tx: Tx, context: Context, items: readonly I[]) => Promise<BatchResult[]>

/** Maximum number of items that are run together: as long as a transaction of single items. */
const MAX_TOGETHER = { sqlite: 15, postgres: 25 }

/** An item after the first of a transaction was refused. */
class Interrupted extends Error {
  readonly count: number
  constructor(count: number) {
    super('An item was refused')
    this.count = count
  }
}

/** The first item of a transaction was refused. */
class Refused extends Error {
  readonly refusal: AppError
  constructor(refusal: AppError) {
    super('The first item was refused', { cause: refusal })
    this.refusal = refusal
  }
}

/**
 * Runs the items of a batch in order, in transactions of a few milliseconds. A refused item changes nothing: its
 * transaction is undone, and that of the items before it runs again without it.
 * @throws AppError `validation_error` if the batch is atomic and an item is refused
 */
export async function runBatch<I extends BatchItem>(
  context: Context,
  { items, atomic }: { items: readonly I[]; atomic: boolean },
  run: Run<I>,
  runTogether?: RunTogether<I>,
) {
  if (atomic && items.length > MAX_ATOMIC)
    throw validationError({ items: fieldError('too_long', `can have ${MAX_ATOMIC} items if atomic`) })
  const results: BatchResult[] = []
  while (results.length < items.length) {
    const from = results.length
    results.push(...(await nextResults(context, { items, atomic, from, runTogether }, run)))
  }
  const failed = results.filter(({ error }) => error !== undefined).length
  return { data: { results, succeeded: results.length - failed, failed } }
}

interface Part<I> {
  runTogether: RunTogether<I> | undefined
  items: readonly I[]
  atomic: boolean
  from: number
}

/** The results of the next items: those of one transaction, or of one refused item. */
async function nextResults<I extends BatchItem>(context: Context, part: Part<I>, run: Run<I>): Promise<BatchResult[]> {
  const { items, from } = part
  let end = items.length
  let runTogether = part.atomic ? undefined : part.runTogether
  for (;;) {
    const until = end
    try {
      return await context.batchTurns.take(context.caller.workspace_id, () =>
        context.store.write((tx) => oneTransaction(tx, context, { ...part, runTogether, until }, run)),
      )
    } catch (error) {
      if (error instanceof Refused) return [refusedResult(error.refusal)]
      // One of those that were run together is refused.
      const isTogether = runTogether !== undefined && !(error instanceof Interrupted)
      if (isTogether && (error instanceof UniqueViolation || isRefusal(error))) {
        runTogether = undefined
        continue
      }
      if (!(error instanceof Interrupted)) throw error
      end = from + error.count
    }
  }
}

async function oneTransaction<I extends BatchItem>(
  tx: Tx,
  context: Context,
  { items, atomic, from, until, runTogether }: Part<I> & { until: number },
  run: Run<I>,
): Promise<BatchResult[]> {
  // One batch of a workspace at a time: they lock records in the order of their items.
  await tx.connection.dialect.lockRecord(tx.connection, `${context.caller.workspace_id} batch`)
  const kept = await claimAnswer(tx, context, from)
  // The results of a request that did not come to its end.
  if (kept !== undefined) return kept as BatchResult[]
  const inside = within(context, tx)
  const { engine } = tx.connection.dialect
  const first = items.slice(from, Math.min(until, from + MAX_TOGETHER[engine]))
  const results: BatchResult[] = (await runTogether?.(tx, context, first)) ?? []
  if (results.length > 0) {
    await keepAnswer(tx, context, from, results)
    return results
  }
  const began = performance.now()
  for (const item of items.slice(from, until)) {
    try {
      results.push(await run(inside, item))
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (atomic) throw refusedAtomic(error, results.length)
      throw results.length === 0 ? new Refused(error) : new Interrupted(results.length)
    }
    if (!atomic && performance.now() - began > PART_MS[engine]) break
  }
  await keepAnswer(tx, context, from, results)
  return results
}

/** Whether an error concerns one item. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.code !== 'rate_limited'
}

function refusedResult(error: AppError): BatchResult {
  const { status, code: type, message, errors, refusal, enrollment_id } = error
  const code = refusal === 'already_enrolled' ? refusal : undefined
  return { status, id: null, error: { type, message, errors, code, enrollment_id } }
}

function refusedAtomic(error: AppError, place: number): AppError {
  const { fieldErrors, message, enrollment_id } = error
  const problems: FieldErrors = fieldErrors ?? { base: fieldError('invalid', `is refused: ${message}`) }
  const named = Object.entries(problems).map(([field, problem]) => [`items.${place}.${field}`, problem])
  return validationError(Object.fromEntries(named), { cause: error, enrollment_id })
}

/** The id of an item that names a record. @throws AppError `validation_error` */
function idOf({ id }: BatchItem): string {
  if (id === undefined) throw validationError({ id: fieldError('blank') })
  return id
}

/** The fields of an item. @throws AppError `validation_error` */
function dataOf({ data }: BatchItem): Record<string, unknown> {
  if (data === undefined) throw validationError({ data: fieldError('blank') })
  return data
}

/** The operations of a single record, as the items of a batch run them. */
interface Single {
  create(context: Context, data: Record<string, unknown>): Promise<BatchResult>
  update(context: Context, data: Record<string, unknown>): Promise<BatchResult>
  upsert(context: Context, data: Record<string, unknown>): Promise<BatchResult>
  /** An upsert that names the record by its id; as an update by default. */
  replace?(context: Context, data: Record<string, unknown>): Promise<BatchResult>
  remove(context: Context, id: string): Promise<unknown>
}

/** Runs an item by the operation that its action names. */
export function runSingle({ create, update, upsert, replace = update, remove }: Single): Run<BatchItem> {
  return async (context, item) => {
    if (item.action === 'create') return create(context, dataOf(item))
    if (item.action === 'update') return update(context, { ...item.data, id: idOf(item) })
    if (item.action === 'upsert' && item.id !== undefined) return replace(context, { ...dataOf(item), id: item.id })
    if (item.action === 'upsert') return upsert(context, dataOf(item))
    await remove(context, idOf(item))
    return { status: 204, id: idOf(item) }
  }
}
