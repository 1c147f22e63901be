import { Failure } from '../failure.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

export const INTERVAL = /^[1-9]\d{0,3}[mhd]$/
export const KEEP = /^[1-9]\d{0,4}$/

/** The milliseconds of `90m`, `24h` or `7d`. */
export function millisecondsOf(interval: string): number {
  return Number(interval.slice(0, -1)) * (UNITS[interval.slice(-1)] ?? 0)
}

/** @throws Failure unless it is a time such as 24h */
export function readInterval(text: string): number {
  if (!INTERVAL.test(text)) throw new Failure('--every must be a number of minutes, hours or days, such as 24h')
  return millisecondsOf(text)
}

/** The number of backups to keep. @throws Failure unless it is a whole number from 1 on */
export function readKeep(text: string): number {
  if (!KEEP.test(text)) throw new Failure('--keep must be a whole number from 1 on, such as 14')
  return Number(text)
}
