import { readFileSync } from 'node:fs'
import type { SecureContext } from 'node:tls'
import { Failure } from '../errors/failure.ts'

/** The authority is not among Node's own. */
const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/

export function isUnknownAuthority(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNKNOWN_AUTHORITY.test(String(error.code))
}

/**
 * Trusts Node's own certificates, those in a file in PEM format, and those of the system: companies whose proxies inspect
 * TLS install their authority there. Reading the system's takes 10 MB and a tenth of a second, so it waits until it is needed.
 */
export async function secureContext(file: string | undefined, withSystem: boolean): Promise<SecureContext> {
  const tls = await import('node:tls')
  const ca = [...certificates(tls, 'default'), ...(file === undefined ? [] : [read(file)])]
  return tls.createSecureContext({ ca: withSystem ? [...new Set([...ca, ...certificates(tls, 'system')])] : ca })
}

function certificates(tls: typeof import('node:tls'), which: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(which)
  } catch {
    // A system without a store of certificates has none to add.
    return []
  }
}

function read(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Failure(`The file of --ca cannot be read: ${file}`, { cause })
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new Failure(`The file of --ca has no certificate in PEM format: ${file}`)
}
