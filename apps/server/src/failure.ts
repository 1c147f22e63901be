import { AppError } from '@handrail/core'

/** Ends the command with a sentence on stderr that says what to do. It is not a fault of the program. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number

  /** @param lines one problem each; none where another process has told it already */
  constructor(lines: string | readonly string[], exitCode = 1) {
    super(typeof lines === 'string' ? lines : lines.join('\n'))
    this.exitCode = exitCode
  }
}

/** The exit code of a command that was called incorrectly. */
export const MISUSE = 2

/**
 * The text of an error, and the exit code. An internal error shows its stack, so that it can be reported. /
 */
export function explain(error: unknown): { text: string; exitCode: number } {
  if (error instanceof Failure) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof AppError) return { text: error.message, exitCode: 1 }
  const stack = error instanceof Error ? error.stack : String(error)
  return { text: `Handrail has a fault. Please report it with this text:\n${stack}`, exitCode: 70 }
}
