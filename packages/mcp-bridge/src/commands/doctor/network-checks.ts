import { lookup } from 'node:dns/promises'
import { isLoopback } from '../../network/loopback.ts'
import type { Incoming, Network } from '../../network/network.ts'
import { proxyFor } from '../../network/proxy.ts'
import { withTimeLimit } from '../../server/time-limit.ts'
import { type Check, REQUEST_MS } from './check.ts'

const CLOCK_MS = 60_000

export const checkName: Check = async ({ url }, { environment }) => {
  if (proxyFor(url, environment)) return { fine: 'left to the proxy' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const found = await lookup(host, { all: true })
    return { fine: found.map(({ address }) => address).join(', ') }
  } catch {
    return { fault: `There is no address for ${host}: check it for typing mistakes, and the network.` }
  }
}

export const checkConnection: Check = async ({ url, network }) => {
  const { body, status, socket } = await get(network, url)
  const secure = 'getProtocol' in socket && typeof socket.getProtocol === 'function' ? String(socket.getProtocol()) : ''
  body.destroy()
  return {
    fine: `${secure || 'not encrypted'}${isLoopback(url.hostname) ? ', on this machine' : ''}, answers (${status})`,
  }
}

function get(network: Network, url: URL): Promise<Incoming> {
  const unending = new AbortController().signal
  return withTimeLimit(REQUEST_MS, unending, (signal) => network.send({ method: 'GET', url, headers: {}, signal }))
}

export const checkClock: Check = async ({ url, network }) => {
  const { headers, body } = await get(network, url)
  body.destroy()
  const skew = Date.now() - Date.parse(headers.date ?? '')
  if (Number.isNaN(skew)) return { fine: 'the server does not say what time it is' }
  if (Math.abs(skew) < CLOCK_MS) return { fine: 'agrees with the server' }
  const minutes = Math.round(Math.abs(skew) / 60_000)
  return { fault: `This machine is ${minutes} min ${skew > 0 ? 'ahead of' : 'behind'} the server: set its clock.` }
}
