import { AppError, type ErrorCode } from '@handrail/core'

/** What a person can correct in a form. */
export interface Problem {
  status: number
  message: string
  /** Texts by field; empty where the problem is none of a field's. */
  errors: Record<string, string[]>
  /** Seconds after which to try again. */
  retryAfter?: number | undefined
}

const CORRECTABLE: readonly ErrorCode[] = ['validation_error', 'forbidden', 'conflict', 'rate_limited', 'not_found']

/**
 * Does what a form asks for.
 * @returns undefined when it is done, or what the form is shown again with
 * @throws whatever is no matter of the form
 */
export async function attempt(work: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || !CORRECTABLE.includes(error.code)) throw error
    return { status: error.status, message: error.message, errors: error.errors ?? {}, retryAfter: error.retryAfter }
  }
}
