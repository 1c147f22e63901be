import type { Handrail } from '@handrail/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireOwnHost } from '../access/own-host.ts'
import { basePath } from '../pages/visit/redirect.ts'
import { toAppError } from '../server/errors.ts'
import { describeError, type Logger } from '../server/log.ts'
import { sendAsset } from './assets.ts'
import { sendColours, sendLogo } from './brand/serve.ts'
import { parsePlayerForms } from './form/read.ts'
import { createLimits } from './limits.ts'
import { createMarkdown } from './markdown.ts'
import { createHosts } from './media/hosts.ts'
import { createImageSizes } from './media/image-sizes.ts'
import { takeUploads } from './uploads/receive.ts'
import { takePieces } from './uploads/resumable.ts'
import { DeadLink, type Player, type PlayerHandler } from './visit.ts'
import { createWords } from './words/words.ts'

interface PageModule {
  get?: PlayerHandler
  post?: PlayerHandler
}

interface PlayerPage {
  path: string
  methods: readonly ('GET' | 'POST')[]
  load(): Promise<PageModule>
}

/** Below the address of an enrollment. */
const PAGES: readonly PlayerPage[] = [
  { path: '', methods: ['GET'], load: () => import('./pages/overview.tsx') },
  { path: '/open', methods: ['POST'], load: () => import('./pages/open.ts') },
  { path: '/language', methods: ['POST'], load: () => import('./pages/language.ts') },
  { path: '/steps/:step_id', methods: ['GET', 'POST'], load: () => import('./pages/step.tsx') },
  { path: '/finish', methods: ['GET', 'POST'], load: () => import('./pages/finish.tsx') },
  { path: '/thanks', methods: ['GET'], load: () => import('./pages/thanks.tsx') },
  { path: '/ask', methods: ['GET', 'POST'], load: () => import('./pages/ask.tsx') },
  { path: '/new-link', methods: ['POST'], load: () => import('./pages/new-link.ts') },
  { path: '/answers', methods: ['GET'], load: () => import('./pages/answers.tsx') },
]

interface PlayerOptions {
  handrail: Handrail
  logger: Logger
  /** Hosts whose pages guides may embed, beside those that are known. */
  embedHosts?: readonly string[] | undefined
}

/** The guide player: what a contact sees, at the address that its enrollment has. Complete without JavaScript. */
export async function servePlayer(
  app: FastifyInstance,
  { handrail, logger, embedHosts }: PlayerOptions,
): Promise<void> {
  const base = basePath(handrail.settings)
  const sizes = createImageSizes()
  const player: Player = {
    handrail,
    base,
    wordsOf: createWords(),
    markdown: createMarkdown({ publicUrl: handrail.settings.publicUrl, base, sizes }),
    sizes,
    hosts: createHosts(embedHosts),
    limits: createLimits(handrail.rateLimiter),
  }
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

/** Pages are loaded on the first visit: a service that only programs call never needs them. */
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
    // The page that says so needs its style.
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
