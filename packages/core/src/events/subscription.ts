import { AppError } from '../errors.ts'
import { suggest } from '../suggest.ts'
import { EVENT_TYPES } from '../webhooks/events/types.ts'
import type { Subscription } from './event.ts'

/**
 * @param of the function that it is given to
 * @throws AppError `invalid_request` for a type of event that there is not: nothing would ever happen
 */
export function requireSubscription(type: unknown, of: string): asserts type is Subscription {
  if (type === '*' || EVENT_TYPES.some((one) => one === type)) return
  const given = typeof type === 'string' ? `"${type.slice(0, 100)}"` : `a value of the type ${typeof type}`
  const meant = typeof type === 'string' ? suggest(type, EVENT_TYPES) : ''
  throw new AppError(
    'invalid_request',
    `${of}: ${given} is not a type of event.${meant || ' EVENT_TYPES lists them, and "*" is all of them'}`,
  )
}

/** @throws AppError `invalid_request` */
export function requireHandler(handler: unknown, call: string): void {
  if (typeof handler === 'function') return
  throw new AppError('invalid_request', `${call} needs a function, which is called with each event`)
}
