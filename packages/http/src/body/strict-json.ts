import { isUtf8 } from 'node:buffer'
import { AppError } from '@handrail/core'
import { MAX_FIELD_ERRORS } from '@handrail/core/internal'

const MAX_DEPTH = 32
/** More than any record has, including the largest guide. */
const MAX_VALUES = 100_000
/** More than metadata of the largest size has. Objects with many keys take several times as long as others, at each step. */
const MAX_KEYS = 10_000
/** Numbers with this many digits take thousands of times as long to parse as others. */
const LONG_DIGITS = 32
const MOST_LONG = 1000
/** Numbers that are not written as they would be written again are compared digit by digit. */
const MOST_COMPARED = 10_000
/** A double represents no number with more digits exactly. */
const MAX_DIGITS = 400

/** The position of a number in a JSON text: the keys and indexes that lead to it. */
type JsonPath = readonly string[]

export interface ParsedJson {
  value: unknown
  /** Numbers that would not come out as they were sent, such as 1e400 or 12345678901234567890: the first `MAX_FIELD_ERRORS`. */
  unkept: JsonPath[]
}

/**
 * Long numbers and exponents: only these can lose precision. May match within a string, which only costs time.
 */
const SUSPICIOUS_NUMBERS = [/[:,[\s]-?[\d.]{16}/, /[:,[\s]-?[\d.]+[eE]/, /^\s*-?[\d.]+[\deE]/]
/** A text without a match has no key that reaches into prototypes, however it is escaped. */
const SUSPICIOUS_KEY = /proto|\\u/i

/**
 * Parses JSON from an untrusted source.
 * @throws AppError `invalid_request` when it is malformed, not UTF-8, too deep, or has a key that reaches into
 * prototypes
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (!isUtf8(bytes)) throw malformed('is not valid UTF-8')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  requireBounded(text)
  const value = parse(text)
  if (SUSPICIOUS_KEY.test(text) && reachesPrototype(value)) throw malformed('has a key that is not allowed')
  return { value, unkept: SUSPICIOUS_NUMBERS.some((number) => number.test(text)) ? unkeptIn(text) : [] }
}

function malformed(what: string): AppError {
  return new AppError('invalid_request', `The request body ${what}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_request', 'The request body is not valid JSON', { cause })
  }
}

/**
 * Checked first and without recursion: depth or number of values could exhaust any other code that traverses the value.
 * @throws AppError `invalid_request` for too many levels or values
 */
function requireBounded(text: string): void {
  let depth = 0
  let values = 1
  let quoted = false
  let digits = 0
  let long = 0
  const keys = new Uint32Array(MAX_DEPTH + 1)
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (quoted) {
      if (character === BACKSLASH) index++
      else if (character === QUOTE) quoted = false
      continue
    }
    digits = character >= ZERO && character <= NINE ? digits + 1 : 0
    if (digits > 0) {
      if (digits === LONG_DIGITS && ++long > MOST_LONG) throw malformed(TOO_MANY_LONG)
    } else if (character === QUOTE) quoted = true
    else if (character === COLON) {
      keys[depth] = (keys[depth] ?? 0) + 1
      if (Number(keys[depth]) > MAX_KEYS)
        throw malformed(`has an object with too many keys (maximum is ${MAX_KEYS.toLocaleString('en')})`)
    } else if (character === BRACE || character === BRACKET) {
      if (++depth > MAX_DEPTH) throw malformed(`is nested too deeply (maximum is ${MAX_DEPTH} levels)`)
      keys[depth] = 0
    } else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth--
    else if (character === COMMA && ++values > MAX_VALUES)
      throw malformed(`has too many values (maximum is ${MAX_VALUES.toLocaleString('en')})`)
  }
}

const [QUOTE, BACKSLASH, BRACE, BRACKET, CLOSING_BRACE, CLOSING_BRACKET] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d]
const [COMMA, COLON, MINUS, ZERO, NINE] = [0x2c, 0x3a, 0x2d, 0x30, 0x39]

const TOO_MANY_LONG = 'has too many numbers that are too long'

/** A list or an object that contains the current position of a scan. */
interface Open {
  isObject: boolean
  /** The index of the current value, in a list. */
  index: number
  /** The key of the current value, in an object, as positions in the text; undefined until it was read. */
  key: readonly [from: number, to: number] | undefined
}

/** Scans a valid JSON text once: a reviver of JSON.parse costs more, and gets no position. */
function unkeptIn(text: string): JsonPath[] {
  const open: Open[] = []
  const unkept: JsonPath[] = []
  let at = 0
  let compared = 0
  while (at < text.length && unkept.length < MAX_FIELD_ERRORS) {
    const character = text.charCodeAt(at)
    const inner = open.at(-1)
    let end = at + 1
    if (character === QUOTE) {
      end = endOfString(text, at)
      if (inner?.isObject) inner.key ??= [at, end]
    } else if (character === BRACE || character === BRACKET) {
      open.push({ isObject: character === BRACE, index: 0, key: undefined })
    } else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) open.pop()
    else if (character === COMMA && inner) {
      inner.index++
      inner.key = undefined
    } else if (character === MINUS || (character >= ZERO && character <= NINE)) {
      end = endOfNumber(text, at)
      const number = text.slice(at, end)
      if (!isSurelyKept(number)) {
        if (++compared > MOST_COMPARED) throw malformed(TOO_MANY_LONG)
        if (!isKept(number)) unkept.push(open.map((one) => keyOf(one, text)))
      }
    }
    at = end
  }
  return unkept
}

function keyOf({ index, key }: Open, text: string): string {
  return key ? String(JSON.parse(text.slice(...key))) : String(index)
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

const NUMBER = /[-+.\deE]+/y

function endOfNumber(text: string, from: number): number {
  NUMBER.lastIndex = from
  return NUMBER.test(text) ? NUMBER.lastIndex : from + 1
}

/** Of up to 15 digits, which a double keeps, except near the ends of its range. */
const SHORT = /^-?(?:\d{1,15}|(?=[\d.]{3,16}(?:$|[eE]))\d+\.\d+)(?:[eE][+-]?[01]?\d{1,2})?$/

/** Whether it is known without comparing digits that a number comes out as it was sent. */
function isSurelyKept(number: string): boolean {
  return SHORT.test(number) || (number.length <= MAX_DIGITS && String(Number(number)) === number)
}

function isKept(number: string): boolean {
  return number.length <= MAX_DIGITS && decimal(String(Number(number))) === decimal(number)
}

/** The canonical form of a decimal number: `1.50e2`, `150` and `150.0` are all `15e1`. */
function decimal(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (!parts) return number
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const significant = digits.slice(0, end)
  if (significant === '') return '0'
  const zeros = digits.length - end
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
