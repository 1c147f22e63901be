import { isUtf8 } from 'node:buffer'
import { AppError } from '@handrail/core'

const MAX_DEPTH = 32
/** No number with more digits can be held exactly by a double. */
const MAX_DIGITS = 400

/** The position of a number in a JSON text: the keys and indexes that lead to it. */
type JsonPath = readonly string[]

export interface ParsedJson {
  value: unknown
  /** Numbers that would not come out as they were sent, such as 1e400 or 12345678901234567890. */
  unkept: JsonPath[]
}

/**
 * Long numbers and exponents: the only ones that can lose something. May match within a string, which costs only time.
 */
const SUSPICIOUS_NUMBER = /[:,[\s]-?(?:[\d.]{16}|[\d.]+[eE])|^\s*-?[\d.]+[\deE]/
/** A text without this has none of the keys that reach into prototypes, however they are escaped. */
const SUSPICIOUS_KEY = /proto|\\u/i

/**
 * Reads JSON that a stranger wrote.
 * @throws AppError `invalid_request` when it is malformed, not UTF-8, too deep, or has a key that reaches into
 * prototypes
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (!isUtf8(bytes)) throw malformed('is not valid UTF-8')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (depthOf(text) > MAX_DEPTH) throw malformed(`is nested too deeply (maximum is ${MAX_DEPTH} levels)`)
  const parsed = SUSPICIOUS_NUMBER.test(text) ? parseNumbers(text) : { value: parse(text), unkept: [] }
  if (SUSPICIOUS_KEY.test(text) && reachesPrototype(parsed.value)) throw malformed('has a key that is not allowed')
  return parsed
}

function malformed(what: string): AppError {
  return new AppError('invalid_request', `The request body ${what}`)
}

function parse(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch (cause) {
    throw new AppError('invalid_request', 'The request body is not valid JSON', { cause })
  }
}

/** The deepest level of brackets. By hand, since whatever walks the value would be the first victim of its depth. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (quoted) {
      if (character === BACKSLASH) index++
      else if (character === QUOTE) quoted = false
    } else if (character === QUOTE) quoted = true
    else if (character === BRACE || character === BRACKET) deepest = Math.max(deepest, ++depth)
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth--
  }
  return deepest
}

const [QUOTE, BACKSLASH, BRACE, BRACKET, CLOSING_BRACE, CLOSING_BRACKET] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d]

/** Stands for a number that cannot be kept until its place is known: a reviver is told only the last key. */
const UNKEPT = Symbol('unkept')

function parseNumbers(text: string): ParsedJson {
  const isKept = (source: string, value: number) =>
    source.length <= MAX_DIGITS && decimal(source) === decimal(String(value))
  // The third argument is newer than TypeScript's own description of JSON.parse (ECMAScript 2026).
  const reviver = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source !== undefined && !isKept(source, value) ? UNKEPT : value
  const value = parse(text, reviver)
  return { value, unkept: pathsOf(value, []) }
}

function pathsOf(value: unknown, path: JsonPath): JsonPath[] {
  if (value === UNKEPT) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))
}

/** The one spelling of a decimal number: `1.50e2`, `150` and `150.0` are all `15e1`. */
function decimal(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (!parts) return number
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const zeros = digits.length - significant.length
  return `${sign}${significant}e${BigInt(exponent) + BigInt(zeros - fraction.length)}`
}

function reachesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, child]) =>
      key === '__proto__' ||
      (key === 'constructor' && typeof child === 'object' && child !== null && Object.hasOwn(child, 'prototype')) ||
      reachesPrototype(child),
  )
}
