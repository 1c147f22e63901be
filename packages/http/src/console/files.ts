import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Handrail } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePath } from '../pages/visit/redirect.ts'
import { requireSession } from '../pages/visit/session.ts'
import { codingOf } from '../server/compression.ts'

const PREFIX = '/console/'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const ENDINGS = { br: '.br', gzip: '.gz' } as const

/** Allows only scripts and styles of this instance, none inline, no frames on other sites, and no forms to them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

interface FilesOptions {
  handrail: Handrail
  /** The folder of the built console, with `index.html` and what it names. */
  folder: string
}

/** Serves the files of the console, and its page at all of its paths. */
export async function serveConsoleFiles(app: FastifyInstance, { handrail, folder }: FilesOptions): Promise<void> {
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/')),
  )
  const page = pageOf(folder, basePath(handrail.settings))
  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await requireSession(handrail, request, reply))) return reply
    return reply
      .header('content-security-policy', POLICY)
      .header('x-frame-options', 'DENY')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.get('/', showPage)
  app.get('/w/*', showPage)
  app.get('/signed-in', showPage)
  app.get<{ Params: { '*': string } }>(`${PREFIX}assets/*`, async (request, reply) => {
    const name = `assets/${request.params['*']}`
    const type = TYPES[extname(name)]
    if (!names.has(name) || type === undefined) throw notFound()
    const coding = codingOf(request.headers['accept-encoding'], Number.POSITIVE_INFINITY)
    const packed = coding && names.has(`${name}${ENDINGS[coding]}`) ? coding : undefined
    const content = await readFile(join(folder, packed ? `${name}${ENDINGS[packed]}` : name)).catch(goneIsNotFound)
    if (packed) reply.header('content-encoding', packed)
    // File names change with the content.
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff')
      .type(type)
      .send(content)
  })
}

/** Maps a missing file to `not_found`: a newer version was installed over the running one. */
function goneIsNotFound(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? notFound() : error
}

/** The page with absolute paths to its files and to other pages, since it is shown at many addresses. */
function pageOf(folder: string, base: string): string {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return html.replaceAll('="./assets/', `="${base}${PREFIX}assets/`).replaceAll('href="./', `href="${base}/`)
}
