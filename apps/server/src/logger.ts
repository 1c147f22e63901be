import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Writes JSON lines to stderr, so that stdout stays for people. */
export function createLogger({ logLevel }: Config): Logger {
  const level = (label: string) => ({ level: label })
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level } }
  return pino(options, pino.destination({ dest: 2, sync: false }))
}
