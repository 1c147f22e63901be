import { appendFileSync, renameSync, statSync } from 'node:fs'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** Facts beside a text: never the bodies of messages. */
type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface Log {
  debug(text: string, fields?: LogFields): void
  info(text: string, fields?: LogFields): void
  warn(text: string, fields?: LogFields): void
  error(text: string, fields?: LogFields): void
  /** Makes this value unprintable from now on: every token, code, verifier and secret is registered before it is used. */
  conceal(secret: string): void
  /** One line for the person, on stderr whatever the level, and in the log. */
  say(sentence: string): void
}

export interface LogOptions {
  level: LogLevel
  file?: string | undefined
  /** Writes to stderr. */
  write(text: string): void
  now?: () => Date
}

const ROTATE_AT = 1_000_000
const KEPT = 3
const SHORTEST_SECRET = 6

/** A log on stderr, and in `file` where one is given: at most 4 MB in `file`, `file.1`, `file.2` and `file.3`. */
export function openLog({ level, file, write, now = () => new Date() }: LogOptions): Log {
  const secrets = new Set<string>()
  const clean = (text: string) => redact(text, secrets)
  let unwritable = false

  function toFile(line: string) {
    if (file === undefined || unwritable) return
    try {
      rotate(file, line.length)
      appendFileSync(file, line, { mode: 0o600 })
    } catch (error) {
      unwritable = true
      write(`mcp-bridge: the log file cannot be written (${(error as NodeJS.ErrnoException).code}): ${file}\n`)
    }
  }

  function record(of: LogLevel, text: string, fields: LogFields = {}) {
    if (LOG_LEVELS.indexOf(of) < LOG_LEVELS.indexOf(level)) return
    const facts = Object.entries(fields).filter(([, value]) => value !== undefined)
    const line = clean([text, ...facts.map(([name, value]) => `${name}=${value}`)].join(' '))
    toFile(`${now().toISOString()} ${process.pid} ${of} ${line}\n`)
    if (file === undefined || of === 'error') write(`mcp-bridge: ${line}\n`)
  }

  return {
    debug: (text, fields) => record('debug', text, fields),
    info: (text, fields) => record('info', text, fields),
    warn: (text, fields) => record('warn', text, fields),
    error: (text, fields) => record('error', text, fields),
    conceal: (secret) => {
      if (secret.length >= SHORTEST_SECRET) secrets.add(secret)
    },
    say: (sentence) => {
      // An address to sign in at has to stay whole, although parts of it are concealed elsewhere.
      const line = redact(sentence)
      write(`mcp-bridge: ${line}\n`)
      if (level !== 'silent') toFile(`${now().toISOString()} ${process.pid} say ${clean(sentence)}\n`)
    },
  }
}

const SECRET_PARAMETERS =
  /\b(access_token|refresh_token|id_token|client_secret|client_assertion|assertion|code|code_verifier|device_code|token|password|api_key)(["']?\s*[=:]\s*["']?)([^\s"'&,;}]+)/gi
const AUTHORIZATION = /\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]+/gi
const JWT = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const PREFIXED = /\bhr_[a-z]+_[\w-]+/g

/** Takes out the secrets that are known, and what looks like one. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]')
  return clean
    .replace(AUTHORIZATION, '$1 [redacted]')
    .replace(SECRET_PARAMETERS, '$1$2[redacted]')
    .replace(JWT, '[redacted]')
    .replace(PREFIXED, '[redacted]')
    .replace(/[\r\n]+/g, ' ')
}

function rotate(file: string, coming: number) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size + coming <= ROTATE_AT) return
  for (let index = KEPT; index > 0; index--) {
    const from = index === 1 ? file : `${file}.${index - 1}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${index}`)
  }
}
