import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import type { Store, Tx } from '../storage/database.ts'
import { recordEtag } from './etag.ts'
import { claimKey, freeKey, storeAnswer } from './idempotency.ts'
import { inOrder } from './in-order.ts'
import type { Operation } from './operation.ts'
import { isReading, readingContext } from './reading.ts'
import { shapeOf } from './shape.ts'

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

/** Runs an operation under the conditions of a request. @throws Replay when the answer is already there */
export async function runGuarded(
  operation: Operation<z.ZodObject, z.ZodType>,
  context: Context,
  request: Request,
): Promise<unknown> {
  const { idempotencyKey } = request.conditions
  const within = guarded(operation, context, request)
  if (idempotencyKey === undefined || !isHeld(operation)) return operation.run(within, request.input)

  // Its writes are several: the key is taken before the first and answered after the last.
  const key = keyOf(operation, request.raw, idempotencyKey)
  await context.store.write((tx) => claimIdempotencyKey(tx, context, key))
  try {
    const result = await operation.run(operation.steps ? { ...within, keyed: key } : within, request.input)
    await context.store.write((tx) => storeAnswer(tx, context, key.key, answerOf(operation, context, result)))
    return result
  } catch (error) {
    await context.store.write((tx) => freeKey(tx, context, key.key))
    throw error
  }
}

/** Whether an operation has several transactions, so that its key is taken before the first and answered after the last. */
function isHeld({ network, steps }: Operation): boolean {
  return network === true || steps === true
}

/**
 * The context in which an operation runs: its write holds the lock of the record that it is about, and checks the
 * conditions in the same transaction.
 */
function guarded(operation: Operation, context: Context, { raw, input, conditions }: Request): Context {
  if (isReading(operation)) return readingContext(operation, context)
  const { ifMatch } = conditions
  const id = lockedIdOf(operation, input)
  const idempotencyKey = isHeld(operation) ? undefined : conditions.idempotencyKey
  if (idempotencyKey === undefined && ifMatch === undefined && id === undefined) return context
  const write: Store['write'] = (work) =>
    context.store.write(
      async (tx) => {
        const key = idempotencyKey === undefined ? undefined : keyOf(operation, raw, idempotencyKey)
        // First the key: the request that it was claimed for may be the change after which the tag matches no more.
        if (key) await claimIdempotencyKey(tx, context, key)
        if (ifMatch !== undefined) await requireMatch(operation, context, tx, input, ifMatch)
        if (!key) return work(tx)
        const result = await work(tx)
        await storeAnswer(tx, context, key.key, answerOf(operation, context, result))
        return result
      },
      { locked: id },
    )
  return { ...context, store: { ...context.store, write } }
}

interface Key {
  key: string
  fingerprint: string
}

/** The keys of the request are put in order: a client may write them anew when it tries again. */
function keyOf({ name }: Operation, raw: unknown, key: string): Key {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw validationError({ 'Idempotency-Key': fieldError('invalid', 'must be 1 to 255 visible ASCII characters') })
  return { key, fingerprint: `${FORM}${hash('sha256', JSON.stringify([name, inOrder(raw)]), 'base64url')}` }
}

/** How fingerprints are made. Those that earlier releases made may differ for the same request. */
const FORM = '1:'

function answerOf({ output }: Operation, { sealer }: Context, result: unknown): string {
  // Of what answers nothing, null is kept.
  return sealer.seal(JSON.stringify(shapeOf(output)(result) ?? null))
}

/** @throws Replay, or AppError when the key stands for another request or for one that still runs */
async function claimIdempotencyKey(tx: Tx, context: Context, { key, fingerprint }: Key): Promise<void> {
  const earlier = await claimKey(tx, context, { key, fingerprint })
  if (!earlier) return
  const isSame = earlier.fingerprint === fingerprint || `${FORM}${earlier.fingerprint}` === fingerprint
  if (!isSame && !earlier.fingerprint.startsWith(FORM))
    throw new AppError(
      'conflict',
      'This Idempotency-Key was used before the service was upgraded, perhaps for this very request. See whether it was done; if not, use a new key',
    )
  if (!isSame)
    throw validationError({
      'Idempotency-Key': fieldError('taken', 'was already used for another request. Use a new key'),
    })
  if (earlier.sealed_answer === null)
    throw new AppError(
      'conflict',
      'A request with this Idempotency-Key is still running. Try again when it has ended',
      { reason: 'idempotency_key_in_use', retryAfter: 1 },
    )
  throw new Replay(JSON.parse(context.sealer.open(earlier.sealed_answer)))
}

async function requireMatch(
  operation: Operation,
  context: Context,
  tx: Tx,
  input: Request['input'],
  ifMatch: string,
): Promise<void> {
  const { current } = operation
  if (!current?.etag) return
  const within: Store = { ...context.store, read: (work) => work(tx), write: (work) => work(tx) }
  // Operations with an entity tag answer with a record under `data`.
  const { data } = (await current.run({ ...context, store: within }, placeOf(current, input))) as { data: object }
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(recordEtag(current.etag, data))) return
  throw new AppError(
    'precondition_failed',
    'The record has changed since you read it. Read it again, then repeat the change',
  )
}

/**
 * The id of the record whose writers wait for this operation: the last parameter of its route, or of the operation that reads
 * the same record (`current`); `id` where neither has a route. The record of a nested route is the nested one.
 */
function lockedIdOf(operation: Operation, input: Request['input']): string | undefined {
  let name = lockedNames.get(operation)
  if (name === undefined) {
    const route = operation.route ?? operation.current?.route ?? ''
    name = [...route.matchAll(/:(\w+)/g)].at(-1)?.[1] ?? 'id'
    lockedNames.set(operation, name)
  }
  const id = input[name]
  return typeof id === 'string' ? id : undefined
}

/** By operation, because every request asks. */
const lockedNames = new WeakMap<Operation, string>()

/** The ids by which an operation finds its record: the parameters of its path, or `id` where it has none. */
function placeOf({ route = 'GET /:id' }: Operation, input: Request['input']): Record<string, unknown> {
  return Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, input[name]]))
}
