import { AppError } from '@handrail/core'

/**
 * The parameters after the `?` of a request target, in the way forms encode them; undefined when there are none.
 * Stricter than the usual parsers: it guesses, replaces and drops nothing.
 * @throws AppError `invalid_request` for a parameter given twice and for what is not UTF-8
 */
export function queryOf(url: string): Record<string, string> | undefined {
  const mark = url.indexOf('?')
  if (mark === -1 || mark === url.length - 1) return undefined
  // Without a prototype, so that no name is special.
  const given: Record<string, string> = Object.create(null)
  for (const pair of url.slice(mark + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (Object.hasOwn(given, name)) throw new AppError('invalid_request', `The query parameter ${name} is given twice`)
    given[name] = equals === -1 ? '' : decode(pair.slice(equals + 1))
  }
  return given
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new AppError('invalid_request', 'The query is not valid UTF-8', { cause })
  }
}
