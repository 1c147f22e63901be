import type { Logger as HttpLogger, RequestLine } from '@handrail/http'
import { type Logger, pino } from 'pino'
import type { Config } from '../../configuration/config.ts'
import { gatherLines } from './gathered-lines.ts'
import { requestLines } from './request-lines.ts'

/** Writes JSON lines to stderr, many lines with one system call; stdout is for people. */
export function createLogger({ logLevel }: Config): Logger & Pick<HttpLogger, 'requestLine'> {
  const level = (label: string) => ({ level: label })
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level } }
  const lines = gatherLines(2)
  const logger = pino(options, lines)
  const lineOf = requestLines()
  // A fatal error is written synchronously.
  process.on('exit', lines.flushSync)
  process.on('uncaughtExceptionMonitor', (error) => {
    logger.fatal({ err: error }, 'the process ends because of an error')
    lines.flushSync()
  })
  return Object.assign(logger, {
    requestLine: (line: RequestLine) => {
      if (logger.isLevelEnabled('info')) lines.write(lineOf(line))
    },
  })
}
