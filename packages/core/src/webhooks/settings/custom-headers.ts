import { z } from 'zod'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Sealer } from '../../secret/seal.ts'

const MAX_HEADERS = 10
const MAX_NAME = 64
const MAX_VALUE = 1024
/** A token in the sense of RFC 9110 section 5.6.2, in lower case. */
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
/** Text that any server accepts: the meaning of other characters differs (RFC 9110 section 5.5). */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
/** Headers that the service sets itself, and connection headers. */
const RESERVED =
  /^(?:(?:content|webhook|proxy|x-forwarded)-|(?:host|user-agent|accept-encoding|expect|date|connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|via|forwarded|x-real-ip)$)/

const HeaderValue = z.string().trim().min(1).max(MAX_VALUE).regex(VALUE, 'must be plain text on one line')

/** Custom headers of an endpoint, as clients send them: null removes one. */
export const CustomHeaders = z
  .record(z.string(), HeaderValue.nullable())
  .superRefine((headers, context) => {
    for (const name of Object.keys(headers)) {
      const problem = problemOf(name.toLowerCase())
      if (problem) context.addIssue({ code: 'custom', path: [name], message: problem })
    }
  })
  .transform((headers) => Object.fromEntries(Object.entries(headers).map(([name, one]) => [name.toLowerCase(), one])))

function problemOf(name: string): string | undefined {
  if (name.length > MAX_NAME || !NAME.test(name))
    return `is not a valid header name: at most ${MAX_NAME} letters, digits and -`
  if (RESERVED.test(name)) return 'is a header that the service sets itself, or a connection header'
  return undefined
}

type Headers = Record<string, string>

/** The columns that keep them. */
interface KeptHeaders {
  header_names: string[]
  sealed_headers: string | null
}

export const NO_HEADERS: KeptHeaders = { header_names: [], sealed_headers: null }

/**
 * The headers after a change: null removes a header, or all of them, and omitted ones stay, because their values
 * cannot be read. Headers that cannot be decrypted are dropped.
 * @throws AppError `validation_error` if there are too many
 */
export function changedHeaders(
  sealer: Sealer,
  { header_names, sealed_headers }: KeptHeaders,
  changes: z.output<typeof CustomHeaders> | null | undefined,
): KeptHeaders {
  if (changes === undefined) return { header_names, sealed_headers }
  const known = changes === null ? {} : (openHeaders(sealer, sealed_headers) ?? {})
  const headers: Headers = {}
  for (const [name, value] of Object.entries({ ...known, ...changes })) if (value !== null) headers[name] = value
  const names = Object.keys(headers).toSorted()
  if (names.length > MAX_HEADERS)
    throw validationError({ headers: fieldError('too_large', `has too many entries (maximum is ${MAX_HEADERS})`) })
  return { header_names: names, sealed_headers: names.length === 0 ? null : sealer.seal(JSON.stringify(headers)) }
}

/** @returns undefined if they were encrypted with another secret, or damaged */
export function openHeaders(sealer: Sealer, sealed: string | null): Headers | undefined {
  if (sealed === null) return {}
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(sealer.open(sealed)))
  } catch {
    // The error only states that decryption failed.
    return undefined
  }
}
