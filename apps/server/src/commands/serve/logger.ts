import type { Logger as HttpLogger, RequestLine } from '@handrail/http'
import { type Logger, pino } from 'pino'
import type { Config } from '../../configuration/config.ts'
import { gatherLines, type Lines } from './gathered-lines.ts'
import { requestLines } from './request-lines.ts'

/**
 * Writes JSON lines to stderr, many lines with one system call; stdout is for people.
 * @param pid of the process, where several write lines
 */
export function createLogger(
  { logLevel }: Config,
  pid?: number,
  lines: Lines = gatherLines(2),
): Logger & Pick<HttpLogger, 'requestLine'> {
  const level = (label: string) => ({ level: label })
  const base = pid === undefined ? null : { pid }
  const options = { level: logLevel, base, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level } }
  const logger = pino(options, lines)
  const lineOf = requestLines(pid)
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
