import { Failure } from '../errors/failure.ts'
import { isLoopback } from './loopback.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const SUPPORTED = /^(https?|socks[45]?[ah]?):$/

/**
 * The proxy that the environment names for an address: `https_proxy`, `http_proxy`, `all_proxy` in either case, unless
 * `no_proxy` has the host. This machine itself is never reached through one.
 */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const variable = (name: string) => environment[name] || environment[name.toUpperCase()]
  if (isLoopback(url.hostname) || url.hostname.endsWith('.localhost') || isExcepted(url, variable('no_proxy') ?? ''))
    return undefined
  const text = variable(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || variable('all_proxy')
  if (!text) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  const proxy = URL.canParse(address) ? new URL(address) : undefined
  if (proxy && SUPPORTED.test(proxy.protocol)) return proxy
  throw new Failure(
    'The proxy in the environment is not an http, https or socks address: correct https_proxy, or except this server in no_proxy.',
  )
}

function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const at = port || (protocol === 'https:' ? '443' : '80')
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
      if (onlyPort && onlyPort !== at) return false
      const suffix = name.replace(/^\*?\./, '')
      return name === '*' || hostname === suffix || hostname.endsWith(`.${suffix}`)
    })
}
