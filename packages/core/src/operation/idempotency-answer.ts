import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import type { Tx } from '../storage/database.ts'
import { claimKey, storeAnswer } from './idempotency.ts'

/** Keys of requests have no spaces. */
const keyAt = (key: string, from: number) => `${key} ${from}`

/**
 * The answer of a step of an operation with several, if an earlier request with the same idempotency key came to it.
 * @throws AppError `validation_error` if that request was another one
 */
export async function claimAnswer(tx: Tx, context: Context, from: number): Promise<unknown> {
  const { keyed } = context
  if (keyed === undefined) return undefined
  const earlier = await claimKey(tx, context, { key: keyAt(keyed.key, from), fingerprint: keyed.fingerprint })
  if (!earlier?.sealed_answer) return undefined
  if (earlier.fingerprint !== keyed.fingerprint)
    throw validationError({
      'Idempotency-Key': fieldError('taken', 'was already used for another request. Use a new key'),
    })
  return JSON.parse(context.sealer.open(earlier.sealed_answer))
}

/** Keeps the answer of a step in its transaction, so that the request can be continued. */
export async function keepAnswer(tx: Tx, context: Context, from: number, answer: unknown): Promise<void> {
  if (context.keyed === undefined) return
  await storeAnswer(tx, context, keyAt(context.keyed.key, from), context.sealer.seal(JSON.stringify(answer)))
}
