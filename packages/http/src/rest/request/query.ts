import { AppError } from '@handrail/core'

type Value = string | string[]

/**
 * The parameters after the `?` of a request target, in the way forms encode them; undefined when there are none.
 * Stricter than the usual parsers: it guesses, replaces and drops nothing.
 * @param lists names of parameters that are given once for each of their values
 * @throws AppError `invalid_request` for another parameter given twice and for what is not UTF-8
 */
export function queryOf(url: string, lists: readonly string[] = []): Record<string, Value> | undefined {
  const pairs = pairsOf(url)
  if (pairs.length === 0) return undefined
  // Without a prototype, so that no name is special.
  const given: Record<string, Value> = Object.create(null)
  const counted = new Map(lists.map((name): [string, string[]] => [name, []]))
  for (const [name, value] of pairs) {
    const values = counted.get(name)
    if (!values && Object.hasOwn(given, name))
      throw new AppError('invalid_request', `The query parameter ${name} is given twice`)
    values?.push(value)
    given[name] = values ?? value
  }
  return given
}

/** The names and values of a query in their order. @throws AppError `invalid_request` for what is not UTF-8 */
export function pairsOf(url: string): [name: string, value: string][] {
  const mark = url.indexOf('?')
  if (mark === -1 || mark === url.length - 1) return []
  const pairs: [string, string][] = []
  for (const pair of url.slice(mark + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    pairs.push([name, equals === -1 ? '' : decode(pair.slice(equals + 1))])
  }
  return pairs
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new AppError('invalid_request', 'The query is not valid UTF-8', { cause })
  }
}
