import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from './context.ts'
import { AppError, validationError } from './errors.ts'
import { etagOf } from './etag.ts'
import { claimKey, storeAnswer } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { shapeOf } from './shape.ts'
import type { Store, Tx } from './storage/database.ts'

/** What a request demands of the state before it changes anything. */
export interface Conditions {
  /** The value of `Idempotency-Key`: a second request with it gets the answer of the first. */
  idempotencyKey?: string | undefined
  /** The value of `If-Match`: entity tags separated by commas, or `*`. */
  ifMatch?: string | undefined
}

interface Request {
  raw: unknown
  input: Record<string, unknown>
  conditions: Conditions
}

/** Thrown out of the transaction when the answer is already there. */
export class Replay extends Error {
  override readonly name = 'Replay'
  readonly answer: unknown

  constructor(answer: unknown) {
    super('This request was already answered')
    this.answer = answer
  }
}

/**
 * The context in which an operation runs: its write holds the lock of the record that it is about, and checks the
 * conditions in the same transaction.
 */
export function guarded(operation: Operation<z.ZodObject, z.ZodType>, context: Context, request: Request): Context {
  const { idempotencyKey, ifMatch } = request.conditions
  const { id } = request.input
  if (idempotencyKey === undefined && ifMatch === undefined && id === undefined) return context
  const write: Store['write'] = (work) =>
    context.store.write(async (tx) => {
      if (typeof id === 'string') await tx.connection.dialect.lockRecord(tx.connection, id)
      if (ifMatch !== undefined) await requireMatch(operation, context, tx, id, ifMatch)
      if (idempotencyKey === undefined) return work(tx)
      return once(operation, context, tx, request.raw, idempotencyKey, work)
    })
  return { ...context, store: { read: context.store.read, write } }
}

async function once<T>(
  operation: Operation,
  context: Context,
  tx: Tx,
  raw: unknown,
  key: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw validationError({ 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] })
  const fingerprint = hash('sha256', JSON.stringify([operation.name, raw]), 'base64url')
  const earlier = await claimKey(tx, context, { key, fingerprint })
  if (earlier) {
    if (earlier.fingerprint !== fingerprint)
      throw validationError({ 'Idempotency-Key': ['was already used for another request. Use a new key'] })
    throw new Replay(JSON.parse(context.sealer.open(earlier.sealed_answer)))
  }
  const result = await work(tx)
  const answer = JSON.stringify(shapeOf(operation.output)(result))
  await storeAnswer(tx, context, { key, sealed_answer: context.sealer.seal(answer) })
  return result
}

async function requireMatch(
  operation: Operation,
  context: Context,
  tx: Tx,
  id: unknown,
  ifMatch: string,
): Promise<void> {
  const { current } = operation
  if (!current) return
  const within: Store = { read: (work) => work(tx), write: (work) => work(tx) }
  const record = shapeOf(current.output)(await current.run({ ...context, store: within }, { id }))
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(etagOf(JSON.stringify(record)))) return
  throw new AppError(
    'precondition_failed',
    'The record has changed since you read it. Read it again, then repeat the change',
  )
}
