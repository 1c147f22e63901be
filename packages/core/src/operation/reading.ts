import type { Context } from '../context.ts'
import type { Operation } from './operation.ts'

/** Whether an operation declares that it just reads. */
export function isReading({ does }: Pick<Operation, 'does'>): boolean {
  return does?.[0] === 'reads'
}

/**
 * The context of an operation that just reads: nothing is written through it, also by what the operation invokes. Clients call such an
 * operation without asking a person, tokens that only read have it, and the audit log has no entry of it.
 */
export function readingContext({ name }: Pick<Operation, 'name'>, context: Context): Context {
  const write = () => Promise.reject(new Error(`The operation ${name} is declared to read (does), and writes`))
  return { ...context, store: { ...context.store, write } }
}
