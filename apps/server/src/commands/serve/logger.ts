import { type Logger, pino } from 'pino'
import type { Config } from '../../configuration/config.ts'

/** Lines wait for each other until there are so many bytes of them, and no longer than so many milliseconds. */
const BUFFERED = 8 * 1024
const LONGEST_MS = 250

/** Writes JSON lines to stderr, so that stdout stays for people: a write of the system's for many lines. */
export function createLogger({ logLevel }: Config): Logger {
  const level = (label: string) => ({ level: label })
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level } }
  const destination = pino.destination({ dest: 2, sync: false, minLength: BUFFERED, periodicFlush: LONGEST_MS })
  const logger = pino(options, destination)
  const flush = () => destination.flushSync()
  // What a fault was is worth more than the time that it takes to write it.
  process.on('exit', flush)
  process.on('uncaughtExceptionMonitor', (error) => {
    logger.fatal({ err: error }, 'the process ends because of an error')
    flush()
  })
  return logger
}
