import { AppError, type Handrail } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './errors.ts'
import { silent } from './log.ts'

interface Path {
  pattern: RegExp
  methods: Set<string>
}

/** The paths of programs, which get no pages. */
const FOR_PROGRAMS = /^\/(api|mcp|oauth|\.well-known|metrics|healthz|readyz)(\/|$)/

/**
 * Answers requests without a route: 404, 405 with the methods of the path, or these methods for OPTIONS. Browsers get a page
 * at paths that a link may lead to.
 */
export function unrouted(
  app: FastifyInstance,
  handrail: Handrail,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const paths = new Map<string, Path>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) path.methods.add(name)
    paths.set(url, path)
  })

  function methodsOf(pathname: string): string[] {
    const matching = [...paths.values()].filter(({ pattern }) => pattern.test(pathname))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))]
  }

  return (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    const methods = methodsOf(pathname)
    if (methods.length === 0 && wantsPage(request, pathname)) return void sendPage(handrail, request, reply)
    if (methods.length === 0) return sendError(request, reply, notFound(), silent)
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    const message = `This path does not take ${request.method}`
    sendError(request, reply, new AppError('method_not_allowed', message), silent)
  }
}

function wantsPage({ method, headers }: FastifyRequest, pathname: string): boolean {
  return /^(GET|HEAD)$/.test(method) && /\btext\/html\b/.test(headers.accept ?? '') && !FOR_PROGRAMS.test(pathname)
}

async function sendPage(handrail: Handrail, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { sendErrorPage } = await import('../pages/error.tsx')
  const missing = new AppError('not_found', 'There is no page at this address. Check that the link is complete', {
    reason: 'no_page',
  })
  sendErrorPage({ handrail, request, reply }, missing)
}

function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`)
}
