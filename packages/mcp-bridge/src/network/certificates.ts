import { readFileSync } from 'node:fs'
import { Failure } from '../errors/failure.ts'

/** The authority is not among Node's own. */
const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/

export function isUnknownAuthority(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNKNOWN_AUTHORITY.test(String(error.code))
}

/** Trusts the certificates in a file in PEM format, besides Node's own. */
export async function trustFile(file: string): Promise<void> {
  // Imported as a whole: a named import that an older Node lacks would fail before it can be told that it is too old.
  const tls = await import('node:tls')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), read(file)])
}

/**
 * Trusts what the system trusts as well: companies whose proxies inspect TLS install their authority there.
 * Reading it all takes 10 MB and a tenth of a second, so it waits until it is needed.
 */
export async function trustSystem(): Promise<void> {
  const tls = await import('node:tls')
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...systemCertificates(tls)])])
}

function systemCertificates(tls: typeof import('node:tls')): string[] {
  try {
    return tls.getCACertificates('system')
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
