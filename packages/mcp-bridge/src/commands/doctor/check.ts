import type { Call } from '../command.ts'
import type { Setup } from '../setup.ts'

/** The result of a check; an error says what to do. */
export type Finding = { fine: string } | { fault: string } | { unknown: string }
export type Check = (setup: Setup, call: Call) => Promise<Finding> | Finding

export const REQUEST_MS = 15_000
