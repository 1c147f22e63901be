import { writeToStderr } from '@handrail/core/internal'

/** What the log says of a request; `route` and `caller_id` are missing where there is none. */
export interface RequestLine {
  request_id: string
  method: string
  /** The pattern of the path. */
  route: string | undefined
  status: number
  duration_ms: number
  caller_id: string | undefined
}

/** The subset of pino's interface that is used. */
export interface Logger {
  /** @internal Writes the line of a request as `info` would, at a part of its cost. Without it, `info` is called. */
  requestLine?(line: RequestLine): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * The logger where none is given: failures and warnings are written to stderr, as lines of JSON with the id of the request; requests
 * are not. `console.error` is there in every runtime.
 */
export const failuresToStderr: Logger = {
  info: () => undefined,
  warn: (fields, message) => writeToStderr('warn', fields, message),
  error: (fields, message) => writeToStderr('error', fields, message),
}

/** For what is no failure of the server. */
export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
