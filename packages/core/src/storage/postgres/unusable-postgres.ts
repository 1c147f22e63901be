import { AppError } from '../../errors.ts'
import { transientFault } from '../unavailable.ts'

/** A PostgreSQL database that cannot be used. */
export class UnusablePostgres extends AppError {
  readonly #address: string
  readonly #reason: string

  /** @param address `host:port/database`; empty if it cannot be read */
  constructor(address: string, reason: string, error: unknown) {
    super('unavailable', sentence(address, '', reason), {
      cause: error,
      ...(transientFault(error) && { retryAfter: 1 }),
    })
    this.#address = address
    this.#reason = reason
  }

  /** The sentence, with the setting that has the address. */
  from(setting: string): string {
    return sentence(this.#address, ` (${setting})`, this.#reason)
  }
}

function sentence(address: string, setting: string, reason: string): string {
  return `Cannot use the PostgreSQL database${address && ` ${address}`}${setting}: ${reason}`
}
