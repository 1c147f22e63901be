import { request as plainRequest } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../errors/failure.ts'
import { isLoopback } from './loopback.ts'

type Environment = Readonly<Record<string, string | undefined>>

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
  if (proxy?.protocol === 'http:') return proxy
  throw new Failure(
    'The proxy in the environment is not an http:// address: correct https_proxy, or except this server in no_proxy.',
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

export function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Opens a tunnel to `host:port` (RFC 9110 section 9.3.6). */
export function tunnel(proxy: URL, host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const path = `${host}:${port}`
    const request = plainRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path,
      headers: { host: path, ...proxyCredentials(proxy) },
      agent: false,
      timeout: timeoutMs,
    })
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      const hint =
        statusCode === 407 ? 'it asks for a name and password, which belong into https_proxy' : 'ask who runs it'
      reject(
        new Failure(`The proxy ${proxy.host} refuses to connect to ${path} (${statusCode}): ${hint}.`, {
          unsent: true,
        }),
      )
    })
    request.once('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    request.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new Failure(`The proxy ${proxy.host} cannot be reached (${cause.code}): check https_proxy.`, {
          cause,
          unsent: true,
        }),
      ),
    )
    request.end()
  })
}
