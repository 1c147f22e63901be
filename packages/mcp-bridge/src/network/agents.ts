import * as http from 'node:http'
import type { SecureContext } from 'node:tls'
import { secureContext } from './certificates.ts'
import { type Environment, proxyFor } from './proxy.ts'

/** The agent for requests to one address. */
interface Way {
  request: typeof http.request
  options: http.RequestOptions & { secureContext?: SecureContext }
  proxy: URL | undefined
}

export interface Agents {
  to(url: URL): Promise<Way>
  /** From here on, the system's certificates are trusted too. */
  trustSystem(): Promise<void>
  close(): void
}

/** Unused connections end before most servers would end them, so that no request meets a connection that closes. */
const KEPT = { keepAlive: true, timeout: 30_000 }

/** Connections to servers, directly or through the proxy that the environment names. */
export function openAgents(environment: Environment, ca: string | undefined): Agents {
  const agents = new Map<string, Promise<http.Agent>>()
  let trust: Promise<SecureContext | undefined> | undefined

  function agentFor(secure: boolean, proxy: URL | undefined, own: SecureContext | undefined): Promise<http.Agent> {
    const key = `${secure} ${proxy?.href ?? ''}`
    const known = agents.get(key) ?? open(secure, proxy, own)
    agents.set(key, known)
    return known
  }

  return {
    async to(url) {
      const proxy = proxyFor(url, environment)
      const secure = url.protocol === 'https:'
      trust ??= ca === undefined ? Promise.resolve(undefined) : secureContext(ca, false)
      const own = secure || proxy?.protocol === 'https:' ? await trust : undefined
      const agent = await agentFor(secure, proxy, own)
      const { request } = secure ? await import('node:https') : http
      return { request, options: { agent, ...(own && { secureContext: own }) }, proxy }
    },
    async trustSystem() {
      trust = secureContext(ca, true)
      await trust
      // Those through proxies keep what they were opened with.
      agents.clear()
    },
    close() {
      for (const agent of agents.values()) void agent.then((open) => open.destroy())
    },
  }
}

async function open(secure: boolean, proxy: URL | undefined, own: SecureContext | undefined): Promise<http.Agent> {
  const options = { ...KEPT, ...(own && { secureContext: own }) }
  if (!proxy) return secure ? new (await import('node:https')).Agent(options) : new http.Agent(options)
  const agent = await proxyAgent(secure, proxy, options)
  // They take their options for the proxy alone; Node's agents have a member that its types do not tell of.
  return Object.assign(agent, { options: { path: undefined, ...KEPT } })
}

async function proxyAgent(secure: boolean, proxy: URL, options: typeof KEPT): Promise<http.Agent> {
  if (proxy.protocol.startsWith('socks')) return new (await import('socks-proxy-agent')).SocksProxyAgent(proxy, options)
  // Many proxies open tunnels to https ports alone.
  if (!secure) return new (await import('http-proxy-agent')).HttpProxyAgent(proxy, options)
  return new (await import('https-proxy-agent')).HttpsProxyAgent(proxy, options)
}
