import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { requireOwnHost } from '../access/own-host.ts'
import { hasGone, toAppError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'
import { logFault } from '../server/log-fault.ts'
import { parsePlayerForms } from './form/read.ts'
import { type LoadPlayer, onPlayer } from './load.ts'
import { PAGES } from './pages/pages.ts'
import { takePieces } from './uploads/pieces.ts'
import { takeUploads } from './uploads/receive.ts'
import { DeadLink } from './visit.ts'

interface PlayerOptions {
  handrail: Handrail
  loadPlayer: LoadPlayer
  logger: Logger
}

/** The guide player: the pages of a contact, at the address of the enrollment. Complete without JavaScript. */
export async function servePlayer(
  app: FastifyInstance,
  { handrail, loadPlayer, logger }: PlayerOptions,
): Promise<void> {
  parsePlayerForms(app)
  await takeUploads(app)
  takePieces(app, loadPlayer)
  answerProblems(app, { handrail, loadPlayer, logger })
  for (const { path, methods, load } of PAGES)
    for (const method of methods)
      app.route({
        method,
        url: `/g/:token${path}`,
        config: { takesFiles: path.startsWith('/steps/') },
        handler: onPlayer(loadPlayer, async () => {
          const { get, post } = await load()
          const handle = method === 'GET' ? get : post
          if (!handle) throw new Error(`The page ${path} does not take ${method}`)
          return handle
        }),
      })
  const serve = (path: string, load: Parameters<typeof onPlayer>[1]) => app.get(path, onPlayer(loadPlayer, load))
  serve('/player/:file', async () => (await import('./assets.ts')).sendAsset)
  serve('/brand/colours/:file', async () => (await import('./brand/serve.ts')).sendColours)
  serve('/brand/:workspace_id/:file', async () => (await import('./brand/serve.ts')).sendLogo)
}

function answerProblems(app: FastifyInstance, { handrail, loadPlayer, logger }: PlayerOptions): void {
  const requireHost = requireOwnHost(handrail.settings.publicUrl)
  app.addHook('onRequest', async (request) => {
    // The error page needs its style sheet.
    if (!request.url.includes('/player/')) requireHost(request)
  })
  app.setErrorHandler(async (thrown, request, reply) => {
    if (thrown instanceof DeadLink) return (await import('./pages/gone.tsx')).sendGonePage(thrown.visit)
    const error = toAppError(thrown)
    if (error.status >= 500 && !hasGone(request, error)) logFault(logger, { request_id: request.id, thrown, error })
    const visit = { player: await loadPlayer(), request, reply }
    const { sendProblemPage } = await import('./pages/problem.tsx')
    return sendProblemPage(visit, error)
  })
}
