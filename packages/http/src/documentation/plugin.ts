import type { Settings } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePath } from '../pages/visit/redirect.ts'
import { isUnchanged, withCoding } from '../rest/response/etag.ts'
import { codingOf } from '../server/compression.ts'
import { type Documentation, type DocumentationFile, readDocumentation } from './site.ts'

const PATH = '/docs/guide'
/** Their names change with their content. */
const IMMUTABLE = /^assets\//

/** Serves the documentation, for everybody: it is read on the first visit. */
export async function serveDocumentation(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  let reading: Promise<Documentation | undefined> | undefined
  const base = `${basePath(settings)}${PATH}`

  async function show(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    reading ??= readDocumentation(settings)
    const documentation = await reading.catch(forget)
    if (!documentation) throw notFound()
    const { files, scripts } = documentation
    // Addresses of pages have no ending, as in the links between them; with .md, they are their Markdown.
    const [, page] = /^([\w-]+)\.html$/.exec(name) ?? []
    if (page !== undefined && files.has(`${page}.html`))
      return reply.redirect(`${base}/${page === 'index' ? '' : page}`, 301)
    reply.header('content-security-policy', policyOf(scripts))
    const missing = files.get('404.html')
    const file = files.get(name) ?? files.get(`${name}.html`)
    if (file && file !== missing) return send(request, reply, { file, isImmutable: IMMUTABLE.test(name) })
    if (!missing || IMMUTABLE.test(name)) throw notFound()
    return send(request, reply.code(404), { file: missing, isImmutable: false })
  }

  /** The next visit reads it again. */
  function forget(error: unknown): never {
    reading = undefined
    throw error
  }

  app.get('/llms.txt', (request, reply) => show(request, reply, 'llms.txt'))
  // With or without a slash at its end: a framework around it may redirect from the one to the other.
  app.get(PATH, (request, reply) => show(request, reply, 'index'))
  app.get<{ Params: { '*': string } }>(`${PATH}/*`, (request, reply) => show(request, reply, request.params['*']))
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { file: { content, tag, type, packed }, isImmutable }: { file: DocumentationFile; isImmutable: boolean },
): Promise<FastifyReply> {
  const { headers } = request
  const coding = type.startsWith('image/') ? undefined : codingOf(headers['accept-encoding'], content.length)
  reply
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    .header('etag', withCoding(tag, coding))
    .header('referrer-policy', 'no-referrer')
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .type(type)
  if (reply.statusCode === 200 && isUnchanged(headers['if-none-match'], tag)) return reply.code(304).send()
  if (coding === undefined) return reply.send(content)
  return reply.header('content-encoding', coding).send(await packed(coding))
}

/** As the reference page, it fetches nothing from other sites. Its colours of code are inline styles. */
function policyOf(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
