import { readFileSync } from 'node:fs'
import type { Environment } from '../config.ts'
import { BridgeError } from '../errors/bridge-error.ts'

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Headers of the protocol and the connection. */
const RESERVED =
  /^(?:mcp-param-|(?:host|connection|content-length|content-type|transfer-encoding|accept|mcp-(?:session-id|protocol-version|method|name)|last-event-id)$)/i

/**
 * The person's own headers, in lower case, with `${NAME}` replaced from the environment.
 * @throws BridgeError invalid_option
 */
export function readHeaders(lines: readonly string[], file: string | undefined, environment: Environment) {
  const all = [...lines, ...(file === undefined ? [] : linesOf(file))]
  return Object.fromEntries(all.map((line) => readHeader(line, environment)))
}

function readHeader(line: string, environment: Environment): [string, string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0)).trim()
  if (!NAME.test(name)) throw invalid('A header must be written as "Name: value"')
  if (RESERVED.test(name)) throw invalid(`The header ${name} is set by mcp-bridge itself`)
  const value = line
    .slice(colon + 1)
    .trim()
    .replace(/\$\{(\w+)\}/g, (_, variable: string) => {
      const found = environment[variable]
      if (found === undefined) throw invalid(`The header ${name} needs the environment variable ${variable}`)
      return found
    })
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw invalid(`The header ${name} has characters that are not allowed in headers`)
  return [name.toLowerCase(), value]
}

const SECRETS = /^cookie$|token|secret|api-?key|password|auth|credential|session/i

/** The headers on a command line that hold a secret as it stands: other users of the machine, and a settings file, show it. */
export function exposedHeaders(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [name = '', ...value] = line.split(':')
    return SECRETS.test(name.trim()) && value.join(':').trim() !== '' && !/\$\{\w+\}/.test(line) ? [name.trim()] : []
  })
}

function linesOf(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').split(/\r?\n/)
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  } catch (cause) {
    throw invalid(`The file of --header-file cannot be read: ${file}`, cause)
  }
}

function invalid(sentence: string, cause?: unknown): BridgeError {
  return new BridgeError('invalid_option', `${sentence}.`, { cause })
}

/** The environment variables that headers take their values from, which no program started from here needs to have. */
export function variablesIn(lines: readonly string[], file: string | undefined): string[] {
  const all = [...lines, ...(file === undefined ? [] : linesOf(file))]
  return all.flatMap((line) => [...line.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name))
}
