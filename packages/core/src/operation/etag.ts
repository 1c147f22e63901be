import { hash } from 'node:crypto'

/** The strong entity tag of a body (RFC 9110 section 8.8.3). */
export function etagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}
