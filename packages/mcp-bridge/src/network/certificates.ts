import { readFileSync } from 'node:fs'
import { Failure } from '../failure.ts'

/**
 * Trusts what the system trusts, besides what Node brings: companies whose proxies look into TLS install their own
 * authority there. @param file a file in PEM with more
 */
export async function trustCertificates(file: string | undefined): Promise<void> {
  // As a whole: a named import of what an older Node lacks would fail before it can be told that it is old.
  const tls = await import('node:tls')
  const system = systemCertificates(tls)
  const certificates = [...tls.getCACertificates('default'), ...system, ...(file === undefined ? [] : [read(file)])]
  tls.setDefaultCACertificates([...new Set(certificates)])
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
