import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { AppError, type Handrail } from '@handrail/core'
import { withPauses } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../monitoring/metrics.ts'
import { createLoopClock } from './loop-clock.ts'
import { createPayers } from './payer.ts'
import { createTurns, type Turn } from './turns.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Since the request waits for its turn, or has it; undefined before. */
    turn: Turn | undefined
    /**
     * Lets others go on before the next part of a request that does the work of several.
     * @throws AppError if the client has gone
     */
    takeNextTurn(): Promise<void>
    /** The same where others have waited long enough by now: between what takes long with much data, such as reading and writing it. */
    pause(): Promise<void> | undefined
    /** The connection was closed, or the response has ended. */
    isClosed: boolean
  }
}

/** Connections of PostgreSQL that no payer alone can take. */
const LEFT_TO_OTHERS = 2

type Go = (error?: Error) => void

/**
 * Requests of all kinds take turns: whoever has used less of the main thread, and of the database, goes before whoever has used more. A
 * request with a body takes its turn when the body is there, so that a slow client holds nothing.
 */
export function takeTurns(app: FastifyInstance, handrail: Handrail, metrics: Metrics): void {
  const { size } = handrail.connectionFigures()
  const turns = createTurns(size === 1 ? Number.POSITIVE_INFINITY : Math.max(1, size - LEFT_TO_OTHERS))
  const payers = createPayers(handrail)
  metrics.measureUse(turns.used)
  app.server.on('connection', turns.accepted)
  const loop = createLoopClock()
  app.addHook('onClose', async () => loop.stop())
  app.decorateRequest('turn', undefined)
  app.decorateRequest('isClosed', false)
  app.decorateRequest('pause', function (this: FastifyRequest) {
    return loop.isLong() ? pause(this) : undefined
  })
  app.decorateRequest('takeNextTurn', function (this: FastifyRequest) {
    this.turn?.end()
    return new Promise<void>((resolve, reject) => {
      if (this.isClosed) return reject(new AppError('unavailable', 'The client has gone'))
      this.turn = turns.resume(payers.of(this), true, (gone) => (gone ? reject(gone) : resolve()))
    })
  })

  /** The event loop first, because a request that has waited for the database goes on outside of the turns, while nobody may wait for one. */
  async function pause(request: FastifyRequest): Promise<void> {
    await nextTurnOfLoop()
    await request.takeNextTurn()
  }

  /** What nobody wants any more ends at the next pause of the request itself, since others can share what it reads. */
  function pauseToRead(request: FastifyRequest): Promise<void> | undefined {
    return loop.isLong() && !request.isClosed ? pause(request).catch(() => undefined) : undefined
  }

  function take(request: FastifyRequest, reply: FastifyReply, go: Go): void {
    const isShort = !request.routeOptions.config.isOpenEnded && (!hasBody(request) || request.raw.complete)
    let hasGone = false
    let later: AsyncResource | undefined
    request.turn = turns.take(payers.of(request), isShort, (refused) => {
      hasGone = true
      const begin = () => (refused ? go(refused) : withPauses(() => pauseToRead(request), go))
      if (later) later.runInAsyncScope(begin)
      else begin()
    })
    // A turn that comes later continues in the context of the request, and not in that of whoever ended before.
    if (!hasGone) later = new AsyncResource('HandrailTurn')
    // The turn that it has by then, which is not the first where it has taken several.
    reply.raw.once('close', () => {
      request.isClosed = true
      request.turn?.end()
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) done()
    else take(request, reply, done)
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (hasBody(request)) take(request, reply, done)
    else done()
  })
  // What is sent has been computed: a stream that follows has limits of its own.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.turn?.end()
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    payers.learn(request)
    done()
  })
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
