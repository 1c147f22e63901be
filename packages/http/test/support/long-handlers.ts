import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Fastify announces each handler here, before it is called, and what it has failed with. */
const STARTS = 'tracing:fastify.request.handler:start'
const FAILS = 'tracing:fastify.request.handler:error'

/** The handlers of all applications of this process, as if each part of them took long. */
export interface LongHandlers {
  /** The turns that were taken after the first one. */
  taken: number
  readonly failures: unknown[]
  /** Is called before each of these turns. */
  between(reply: FastifyReply): Promise<void> | void
  stop(): void
}

/** Makes all handlers pause wherever they would if their parts took long, until it is stopped. */
export function makeHandlersLong(): LongHandlers {
  const start: ChannelListener = (message) => {
    // What Fastify publishes here.
    const { request, reply } = message as { request: FastifyRequest; reply: FastifyReply }
    request.pause = async () => {
      long.taken++
      await long.between(reply)
      return request.takeNextTurn()
    }
  }
  const fail: ChannelListener = (message) => void long.failures.push((message as { error: unknown }).error)
  const long: LongHandlers = {
    taken: 0,
    failures: [],
    between: () => undefined,
    stop() {
      unsubscribe(STARTS, start)
      unsubscribe(FAILS, fail)
    },
  }
  subscribe(STARTS, start)
  subscribe(FAILS, fail)
  return long
}
