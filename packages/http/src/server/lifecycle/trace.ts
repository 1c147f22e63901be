import { STEPS, type Step } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../access/authenticate.ts'
import { isFromDeclaredProxy } from '../../access/client-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request as a step that is traced, while somebody subscribes to steps. */
    step: Step | undefined
  }
}

/** Makes each request a step, in which everything runs that it causes. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('step', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!STEPS.hasSubscribers) return done()
    const { method } = request
    request.step = {
      kind: 'request',
      name: method,
      attributes: { 'http.request.method': method, 'handrail.request.id': request.id },
      ...parentOf(request),
    }
    STEPS.start.runStores(request.step, done)
  })
}

/** Anybody can send a trace context; that of a declared proxy counts. */
function parentOf(request: FastifyRequest): Pick<Step, 'parent'> {
  const { traceparent, tracestate } = request.headers
  if (typeof traceparent !== 'string' || !isFromDeclaredProxy(request)) return {}
  return { parent: { traceparent, tracestate: typeof tracestate === 'string' ? tracestate : undefined } }
}

/** Ends the step of a request. @param route its pattern; its path and query can contain tokens */
export function endTrace(request: FastifyRequest, { statusCode }: FastifyReply, route: string | undefined): void {
  const { step } = request
  if (!step) return
  if (route !== undefined) {
    step.name = `${step.name} ${route}`
    step.attributes['http.route'] = route
  }
  step.attributes['http.response.status_code'] = statusCode
  const workspace_id = callerOf(request)?.workspace_id
  if (workspace_id) step.attributes['handrail.workspace.id'] = workspace_id
  step.failed = statusCode >= 500
  STEPS.asyncEnd.publish(step)
}
