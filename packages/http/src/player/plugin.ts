import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireOwnHost } from '../access/own-host.ts'
import { toAppError } from '../server/errors.ts'
import { describeError, type Logger } from '../server/log.ts'
import { sendAsset } from './assets.ts'
import { sendColours, sendLogo } from './brand/serve.ts'
import { parsePlayerForms } from './form/read.ts'
import { PAGES } from './pages/pages.ts'
import { takeUploads } from './uploads/receive.ts'
import { takePieces } from './uploads/resumable.ts'
import { DeadLink, type Player } from './visit.ts'

interface PlayerOptions {
  player: Player
  logger: Logger
}

/** The guide player: what a contact sees, at the address that its enrollment has. Complete without JavaScript. */
export async function servePlayer(app: FastifyInstance, { player, logger }: PlayerOptions): Promise<void> {
  parsePlayerForms(app)
  await takeUploads(app)
  takePieces(app, player)
  answerProblems(app, player, logger)
  for (const { path, methods, load } of PAGES)
    for (const method of methods)
      app.route({
        method,
        url: `/g/:token${path}`,
        config: { takesFiles: path.startsWith('/steps/') },
        handler: loadedOnce(async () => {
          const { get, post } = await load()
          const handle = method === 'GET' ? get : post
          if (!handle) throw new Error(`The page ${path} does not take ${method}`)
          return (request: FastifyRequest, reply: FastifyReply) => handle({ player, request, reply })
        }),
      })
  app.get('/player/:file', (request, reply) => sendAsset({ player, request, reply }))
  app.get('/brand/colours/:file', (request, reply) => sendColours({ player, request, reply }))
  app.get('/brand/:workspace_id/:file', (request, reply) => sendLogo({ player, request, reply }))
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Loads the page on the first visit: a service that only programs call never needs it. */
function loadedOnce(load: () => Promise<Handler>): Handler {
  let loading: Promise<Handler> | undefined
  return async (request, reply) => {
    loading ??= load()
    return (await loading)(request, reply)
  }
}

function answerProblems(app: FastifyInstance, player: Player, logger: Logger): void {
  const requireHost = requireOwnHost(player.handrail.settings.publicUrl)
  app.addHook('onRequest', async (request) => {
    // The error page needs its style sheet.
    if (!request.url.includes('/player/')) requireHost(request)
  })
  app.setErrorHandler(async (thrown, request, reply) => {
    if (thrown instanceof DeadLink) return (await import('./pages/gone.tsx')).sendGonePage(thrown.visit)
    const error = toAppError(thrown)
    if (error.status >= 500) logger.error({ request_id: request.id, error: describeError(thrown) }, error.code)
    const visit = { player, request, reply }
    const { sendProblemPage } = await import('./pages/problem.tsx')
    return sendProblemPage(visit, error)
  })
}
