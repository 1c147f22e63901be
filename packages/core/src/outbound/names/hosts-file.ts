import type { LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { platform } from 'node:os'

const HOSTS = platform() === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** How long the parsed file is cached. */
const FRESH_MS = 5000

/** The addresses of a name in the hosts file of the machine; empty if there are none. */
export type HostsFile = (name: string) => Promise<LookupAddress[]>

/** Reads hosts(5), and again when it may have changed. An unreadable file counts as empty. */
export function createHostsFile(path = HOSTS): HostsFile {
  let read: { names: Promise<Map<string, LookupAddress[]>>; at: number } | undefined
  return async (name) => {
    if (!read || performance.now() - read.at > FRESH_MS)
      read = { names: readFile(path, 'utf8').then(parseHosts, () => new Map()), at: performance.now() }
    return (await read.names).get(name.toLowerCase()) ?? []
  }
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names.map((one) => one.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }])
  }
  return hosts
}
