/**
 * The part of an error that is safe to log: where it happened, not the content of the request. Drivers put values into messages
 * (`Failed query: ... params: ...`, `invalid input syntax for type uuid: "..."`), which are removed.
 */
export function describeError(error: unknown): object {
  if (typeof error === 'string') return { name: 'string', message: withoutValues(error) }
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

/**
 * Writes a line of JSON to stderr, for programs that have given nothing that takes it: a failure must not be silent.
 * @param fields such as the id of the request
 */
export function writeToStderr(level: 'warn' | 'error', fields: object, message: string): void {
  // biome-ignore lint/suspicious/noConsole: every runtime has it, and core knows no process
  console.error(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg: message }))
}
