import { z } from 'zod'

const ENCODE =
  'has a character that ends the user name or the password too early: write those in percent-encoding, @ as %40, # as %23, / as %2F, ? as %3F and % as %25'

/**
 * The address of a server, with a user name and a password that are percent-encoded (RFC 3986 section 3.2.1). Otherwise a part of the
 * password would be taken for the host, and be printed with it.
 * @param example what it looks like, in words
 */
export function credentialsUrl(protocol: RegExp, example: string) {
  return z
    .string()
    .refine((text) => !isCutOff(text), { error: ENCODE, abort: true })
    .pipe(z.url({ protocol, error: example, abort: true }))
}

/** Whether anything after the host looks like the rest of a password: an @ that separates it, or a fragment, which no such address has. */
function isCutOff(text: string): boolean {
  const authority = /^[\w+.-]+:\/\/[^/?#]*/.exec(text)?.[0]
  if (authority === undefined) return false
  const rest = text.slice(authority.length)
  return rest.includes('@') || rest.includes('#') || (authority.match(/@/g)?.length ?? 0) > 1
}
