import type { AppError } from '../errors.ts'
import type { LeftReason } from './contract.ts'

/** Why one enrollment was refused; undefined for an error that concerns all. */
export function leftReasonOf({ code, codes = {} }: AppError): LeftReason | undefined {
  if (code === 'not_found') return 'not_found'
  if (code !== 'validation_error') return undefined
  if (codes.contact_id === 'wrong_state') return 'opted_out'
  if (codes.base === 'taken') return 'reminded_today'
  if (codes.status === 'already_enrolled') return 'already_enrolled'
  return codes.status === undefined ? undefined : 'wrong_status'
}
