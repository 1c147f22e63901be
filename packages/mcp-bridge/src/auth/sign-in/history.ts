import { BridgeError } from '../../errors/bridge-error.ts'
import { type CommandTarget, commandLine } from '../../settings/command-line.ts'
import type { Entry, History } from '../../store/credentials.ts'

const WINDOW = 10 * 60_000
/** More successes than that in ten minutes mean that the server refuses what it has just issued. */
const SIGN_INS = 4
const FIRST_PAUSE = 30_000
const LONGEST_PAUSE = WINDOW

export function succeeded(history: History, now: number): History {
  return { signed_in_at: [...history.signed_in_at, now].slice(-SIGN_INS), failures: 0 }
}

/** A sign-in that a person has seen. */
export function failed(history: History, error: BridgeError, now: number): History {
  return { ...noted(history, error, now), failures: history.failures + 1, failed_at: now }
}

/** For `status`. */
export function noted(history: History, { code, message }: BridgeError, now: number): History {
  return { ...history, last_error: { code, message, at: now } }
}

/** Whether opening a browser unasked would annoy: it opened moments ago, and the person did not sign in. */
export function isPausing({ failures, failed_at: at }: History, now: number): boolean {
  if (failures === 0 || at === undefined) return false
  return now - at < Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
}

/** @throws BridgeError too_many_sign_ins */
export function limitSignIns(entry: Entry | undefined, now: number, options: CommandTarget): void {
  const recent = entry?.history.signed_in_at.filter((at) => now - at < WINDOW) ?? []
  if (recent.length < SIGN_INS) return
  throw new BridgeError(
    'too_many_sign_ins',
    `${options.resource.host} refuses the tokens that it has just issued, ${recent.length} times in a row: tell its operator, then run ${commandLine('login', options)}`,
  )
}
