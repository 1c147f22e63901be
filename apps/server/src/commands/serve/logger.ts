import { type Logger, pino } from 'pino'
import type { Config } from '../../configuration/config.ts'

/** Lines are buffered up to this many bytes, and this many milliseconds. */
const BUFFERED = 8 * 1024
const LONGEST_MS = 250

/** Writes JSON lines to stderr, many lines with one system call; stdout is for people. */
export function createLogger({ logLevel }: Config): Logger {
  const level = (label: string) => ({ level: label })
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level } }
  const destination = pino.destination({ dest: 2, sync: false, minLength: BUFFERED, periodicFlush: LONGEST_MS })
  const logger = pino(options, destination)
  const flush = () => destination.flushSync()
  // A fatal error is written synchronously.
  process.on('exit', flush)
  process.on('uncaughtExceptionMonitor', (error) => {
    logger.fatal({ err: error }, 'the process ends because of an error')
    flush()
  })
  return logger
}
