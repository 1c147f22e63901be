import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { requireOwnHost } from '../access/own-host.ts'
import { hasGone, toAppError } from '../server/errors.ts'
import type { Logger } from '../server/log.ts'
import { logFault } from '../server/log-fault.ts'
import { redirectMovedPages } from './moved.ts'
import { parseFormsOnly } from './visit/form.ts'
import type { PageHandler, Visit } from './visit/handler.ts'

interface PageModule {
  get?: PageHandler
  post?: PageHandler
}

interface PageRoute {
  path: string
  methods: readonly ('GET' | 'POST')[]
  /** Loads the page on the first visit: a service that only programs call never needs it. */
  load(): Promise<PageModule>
}

const PAGES: readonly PageRoute[] = [
  { path: '/', methods: ['GET'], load: () => import('./home.tsx') },
  { path: '/setup', methods: ['GET', 'POST'], load: () => import('./sign-in/set-up.tsx') },
  { path: '/sign-in', methods: ['GET', 'POST'], load: () => import('./sign-in/sign-in.tsx') },
  { path: '/sign-in/second-factor', methods: ['GET', 'POST'], load: () => import('./sign-in/second-factor.tsx') },
  { path: '/sign-out', methods: ['POST'], load: () => import('./sign-in/sign-out.ts') },
  { path: '/reset-password', methods: ['GET', 'POST'], load: () => import('./sign-in/reset-password.tsx') },
  { path: '/invitation', methods: ['GET', 'POST'], load: () => import('./invitation/invitation.tsx') },
  { path: '/account', methods: ['GET', 'POST'], load: () => import('./account/account.tsx') },
  { path: '/account/connections', methods: ['GET', 'POST'], load: () => import('./account/own-connections.tsx') },
  { path: '/account/second-factor', methods: ['GET', 'POST'], load: () => import('./account/second-factor.tsx') },
  { path: '/assistants', methods: ['GET'], load: () => import('./assistants/assistants.tsx') },
  { path: '/language', methods: ['POST'], load: () => import('./visit/language.ts') },
  { path: '/assets/:file', methods: ['GET'], load: () => import('./layout/assets/assets.ts') },
]

interface PagesOptions {
  handrail: Handrail
  logger: Logger
}

/** The start page, which the console replaces. */
const HOME = '/'

/** Serves the pages for people: rendered on the server, complete without JavaScript. */
export async function servePages(
  app: FastifyInstance,
  {
    handrail,
    logger,
    hasConsole,
    operatorCommand,
  }: PagesOptions & { hasConsole: boolean } & Pick<Visit, 'operatorCommand'>,
): Promise<void> {
  preparePages(app, { handrail, logger })
  for (const { path, methods, load } of PAGES.filter((page) => !hasConsole || page.path !== HOME))
    for (const method of methods)
      app.route({
        method,
        url: path,
        handler: async (request, reply) => {
          const { get, post } = await load()
          const handle = method === 'GET' ? get : post
          if (!handle) throw new Error(`The page ${path} does not take ${method}`)
          return handle({ handrail, request, reply, operatorCommand })
        },
      })
  await app.register(redirectMovedPages, { handrail, hasConsole })
}

/** The setup of plugins with pages: forms as bodies, errors as pages, and the start page before there is a workspace. */
export function preparePages(app: FastifyInstance, { handrail, logger }: PagesOptions): void {
  parseFormsOnly(app)
  const requireHost = requireOwnHost(handrail.settings.publicUrl)
  app.addHook('onRequest', async (request) => {
    // The error page needs its style sheet.
    if (!request.url.includes('/assets/')) requireHost(request)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.url.split('?')[0] !== HOME) return
    const { isSetUp, sendNotSetUp } = await import('./sign-in/not-set-up.tsx')
    const visit = { handrail, request, reply }
    if (!(await isSetUp(visit))) return sendNotSetUp(visit)
  })
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown)
    if (error.status >= 500 && !hasGone(request, error)) logFault(logger, { request_id: request.id, thrown, error })
    const { sendErrorPage } = await import('./error.tsx')
    return sendErrorPage({ handrail, request, reply }, error)
  })
}
