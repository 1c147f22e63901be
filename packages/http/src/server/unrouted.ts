import { AppError, notFound } from '@handrail/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './errors.ts'
import { silent } from './log.ts'

interface Path {
  pattern: RegExp
  methods: Set<string>
}

/** Answers requests that no route takes: 404, 405 with the methods of the path, or just these methods for OPTIONS. */
export function unrouted(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => void {
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
    if (methods.length === 0) return sendError(request, reply, notFound(), silent)
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    const message = `This path does not take ${request.method}`
    sendError(request, reply, new AppError('method_not_allowed', message), silent)
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`)
}
