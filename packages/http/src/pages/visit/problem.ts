import { AppError, type ErrorCode } from '@handrail/core'

const CORRECTABLE: readonly ErrorCode[] = ['validation_error', 'forbidden', 'conflict', 'rate_limited', 'not_found']

/**
 * Does what a form asks for.
 * @returns undefined when it is done, or what the form is shown again with, for a person to correct
 * @throws whatever is no matter of the form
 */
export async function attempt(work: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof AppError && CORRECTABLE.includes(error.code)) return error
    throw error
  }
}
