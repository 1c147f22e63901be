import { readFile } from 'node:fs/promises'
import type { Settings } from '@handrail/core'
import { etagOf } from '@handrail/core/internal'
import type { FastifyInstance } from 'fastify'
import { builtFile } from '../built-files.ts'
import { isUnchanged } from '../rest/response/etag.ts'
import { API_PREFIX } from '../rest/routed.ts'

/**
 * The page works offline: it fetches nothing from other sites, and sends them nothing. The viewer adds inline styles, so only
 * styles are allowed inline.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface DocsOptions {
  settings: Settings
}

/** A reference page of the API. Its viewer is large, so it is loaded on the first visit. */
export async function serveDocs(app: FastifyInstance, { settings }: DocsOptions): Promise<void> {
  const base = new URL(settings.publicUrl).pathname.replace(/\/$/, '')
  let viewer: Promise<Viewer> | undefined

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', POLICY)
    reply.header('referrer-policy', 'no-referrer')
    done()
  })
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(pageOf(base)))
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(startOf(base)))
  app.get('/docs/viewer.js', async (request, reply) => {
    viewer ??= loadViewer()
    const { compressed, tag } = await viewer
    reply.header('etag', tag).header('cache-control', 'public, no-cache').type('text/javascript; charset=utf-8')
    if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}

interface Viewer {
  /** In gzip, which every browser reads. */
  compressed: Buffer
  tag: string
}

async function loadViewer(): Promise<Viewer> {
  const compressed = await readFile(builtFile('viewer.js.gz'))
  return { compressed, tag: etagOf(compressed.toString('base64')) }
}

function pageOf(base: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Handrail API</title>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The same in JSON: <a href="${base}${API_PREFIX}/openapi.json">openapi.json</a></noscript>
    <script src="${base}/docs/viewer.js"></script>
    <script src="${base}/docs/start.js"></script>
  </body>
</html>
`
}

function startOf(base: string): string {
  const configuration = {
    url: `${base}${API_PREFIX}/openapi.json`,
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  }
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)})\n`
}
