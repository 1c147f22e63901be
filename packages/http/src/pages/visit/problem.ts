import { AppError, type ErrorCode } from '@handrail/core'

const CORRECTABLE: readonly ErrorCode[] = ['validation_error', 'forbidden', 'conflict', 'rate_limited', 'not_found']

/**
 * Runs the action of a form.
 * @returns undefined on success, or the error to show with the form
 * @throws errors that the form cannot correct
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
