import type { AppError } from '@handrail/core'
import { describeError, type OAuthError } from '@handrail/core/internal'
import type { Logger } from './log.ts'

interface Fault {
  request_id: string
  /** What was thrown, with its stack. */
  thrown: unknown
  /** What it is answered as. */
  error: Pick<AppError | OAuthError, 'code'>
}

/**
 * Logs an error that the client did not cause. A refusal for a moment that nothing has broken, as while the service stops, is a warning
 * in a sentence.
 */
export function logFault(logger: Logger, { request_id, thrown, error }: Fault): void {
  const isExpected = thrown instanceof Error && 'code' in thrown && thrown.code === 'unavailable' && !thrown.cause
  if (isExpected) logger.warn({ request_id, error: thrown.message }, error.code)
  else logger.error({ request_id, error: describeError(thrown) }, error.code)
}
