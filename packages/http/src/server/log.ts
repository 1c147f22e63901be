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

export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * The part of an error that is safe to log: where it happened, not the content of the request. Drivers put values into messages
 * (`Failed query: ... params: ...`, `invalid input syntax for type uuid: "..."`), which are removed.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    name: error.name,
    code,
    message: withoutValues(error.message),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  }
}

function withoutValues(message: string): string {
  const [line = ''] = message.split('\n')
  return line.replace(/"[^"]*"?|'[^']*'?/g, '"…"').slice(0, 200)
}
