import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@handrail/core'
import { requireOptions } from '@handrail/core/internal'
import { madeFrom } from '../access/own-callers.ts'
import { createApp } from '../app.ts'
import { type AppOptions, AppOptionsShape } from '../app-options.ts'
import { basePath } from '../pages/visit/redirect.ts'
import { errorBody, JSON_TYPE } from '../server/errors.ts'
import { requestIdOf } from '../server/request-id.ts'
import { belowBase } from './base-path.ts'
import { answerFetch } from './fetch.ts'
import { type NodeRequest, withBody } from './parsed-body.ts'

/** The options of `createApp`, without those of a server. */
export type HandlerOptions = Omit<AppOptions, 'server'>

const HandlerOptionsShape = AppOptionsShape.omit({ server: true })

/** Answers the requests of another program, below the path of `publicUrl`. */
export interface HandrailHandler {
  /**
   * Answers a request of the Fetch standard: for Hono, route handlers of Next.js, Bun and Deno.
   * @param from the network address of the client, by which attempts to sign in are counted
   */
  fetch(request: Request, from?: { address?: string }): Promise<Response>
  /** Answers a request of Node: for Express, Connect and `http.createServer`. A body that a parser has read is taken from `request.body`. */
  node(request: IncomingMessage, response: ServerResponse): void
  /** Ends open streams and completes running requests. The instance is closed by its owner. */
  close(): Promise<void>
}

/** What the adapters of frameworks need beyond the public handler. */
export interface RawHandler extends HandrailHandler {
  /** @param path of the request, below the base path @param source the request of the framework */
  dispatch(request: NodeRequest, response: ServerResponse, to: { path: string; source: unknown }): void
}

/** The HTTP side of an instance, for the server of another program. ```ts const { fetch } = await createHandler({ handrail }) ``` */
export async function createHandler(options: HandlerOptions): Promise<HandrailHandler> {
  const { fetch, node, close } = await createRawHandler(options, 'createHandler')
  return { fetch, node, close }
}

/** @param of the function that takes the options */
export async function createRawHandler(options: HandlerOptions, of: string): Promise<RawHandler> {
  requireOptions(HandlerOptionsShape, options, of)
  const app = await createApp(options)
  await app.ready()
  const base = basePath(options.handrail.settings)

  const dispatch: RawHandler['dispatch'] = (request, response, { path, source }) => {
    const whole = withBody(request)
    if (!whole) return refuseLost(request, response)
    whole.url = path
    madeFrom(source, () => app.routing(whole, response))
  }

  return {
    dispatch,
    node(request: NodeRequest, response) {
      const { originalUrl, url = '/' } = request
      const isWhole = originalUrl !== undefined && belowBase(originalUrl, base) !== originalUrl
      dispatch(request, response, { path: belowBase(isWhole ? originalUrl : url, base), source: request })
    },
    fetch(request, { address } = {}) {
      const { pathname, search } = new URL(request.url)
      const path = belowBase(`${pathname}${search}`, base)
      return madeFrom(request, () => answerFetch(app, request, { path, address }))
    },
    close: () => app.close(),
  }
}

/** The operator of the program has to know: the client cannot do anything about it. */
function refuseLost(request: IncomingMessage, response: ServerResponse): void {
  const error = new AppError(
    'internal_error',
    'The body of this request was read before it reached Handrail, and request.body does not have it. Register Handrail before the parsers of bodies',
  )
  response.writeHead(error.status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
  response.end(errorBody(error, requestIdOf(request)))
}
