import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { Resolver as NameServers } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHostsFile } from './hosts-file.ts'

/** Resolves a name to all its addresses, as Node's `dns.lookup` does with `all`. */
export type Resolver = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Shorter than the connection timeout, so that a failure is attributed to the name. */
const LIMIT_MS = 4000
/** How long one address family waits for the other. */
const OTHER_KIND_MS = 200
const LOCALHOST: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

interface Options {
  /** Name servers, `address:port`; defaults to those of the machine. */
  servers?: readonly string[]
  hostsFile?: string
}

/**
 * Resolves names by the hosts file, then by name servers. Node's `dns.lookup` uses four shared threads, which four
 * unresponsive name servers block for all names. Here each name waits only for its own servers.
 */
export function createResolver({ servers, hostsFile }: Options = {}): Resolver {
  const nameServers = new NameServers({ timeout: LIMIT_MS / 4, tries: 2 })
  if (servers) nameServers.setServers(servers)
  const inHostsFile = createHostsFile(hostsFile)

  async function addressesOf(host: string): Promise<LookupAddress[]> {
    const name = host.replace(/\.$/, '')
    const known = await inHostsFile(name)
    if (known.length > 0) return known
    if (/(^|\.)localhost$/i.test(name)) return LOCALHOST
    return fromServers(name)
  }

  async function fromServers(name: string): Promise<LookupAddress[]> {
    const found: LookupAddress[] = []
    const faults: unknown[] = []
    const ask = async (asked: Promise<string[]>, family: number) => {
      const addresses = await asked.catch((error) => {
        faults.push(error)
        return []
      })
      found.push(...addresses.map((address) => ({ address, family })))
    }
    const both = [ask(nameServers.resolve4(name), 4), ask(nameServers.resolve6(name), 6)]
    const over = new AbortController()
    const pause = (milliseconds: number) =>
      sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined)
    const enough = both.map((one) => one.then(() => (found.length > 0 ? pause(OTHER_KIND_MS) : Promise.all(both))))
    await Promise.race([...enough, pause(LIMIT_MS)])
    over.abort()
    if (found.length > 0) return found.toSorted((a, b) => a.family - b.family)
    throw faultOf(name, faults)
  }

  return (host, _options, callback) => {
    addressesOf(host).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

/** In the error codes of the system: c-ares reports ECONNREFUSED for name servers too, which would be attributed to the receiver. */
function faultOf(name: string, faults: readonly unknown[]): Error {
  const isAbsent = faults.length === 2 && faults.every((fault) => /^(ENOTFOUND|ENODATA)$/.test(codeOf(fault)))
  const error = new Error(isAbsent ? `${name} has no address` : `The name servers of ${name} did not answer`, {
    cause: faults[0],
  })
  return Object.assign(error, { code: isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN' })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
