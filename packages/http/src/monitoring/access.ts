import { timingSafeEqual } from 'node:crypto'
import { isLoopbackHost } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { isFromUndeclaredProxy } from '../access/client-address.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/**
 * Whether a request may see the metrics: it presents the token, or comes from this machine itself. A request that a proxy has
 * forwarded does not, nor one for another host: a page of a browser on this machine can have its name resolve to loopback.
 */
export function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && presents(request, token)) return true
  const { remoteAddress = '' } = request.socket
  const isForwarded = FORWARDED.some((name) => request.headers[name] !== undefined) || isFromUndeclaredProxy(request)
  const isLocal = isLoopbackHost(remoteAddress.replace(/^::ffff:/, ''))
  return isLocal && !isForwarded && isLoopbackHost(hostOf(request.headers.host ?? ''))
}

function hostOf(header: string): string {
  return header.replace(/:\d+$/, '')
}

function presents(request: FastifyRequest, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [one, other] = [Buffer.from(given), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}
