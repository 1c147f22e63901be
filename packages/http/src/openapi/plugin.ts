import type { Settings } from '@handrail/core'
import { etagOf } from '@handrail/core/internal'
import type { FastifyInstance } from 'fastify'
import { isUnchanged, withCoding } from '../rest/response/etag.ts'
import { API_PREFIX } from '../rest/routed.ts'
import { codingOf, compressOnce } from '../server/compression.ts'
import { serveDocs } from './docs.ts'
import { generateOpenapiDocument } from './document.ts'

/** Serves the OpenAPI document, generated at the first request, and the reference page. */
export async function serveOpenapi(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  // The same for everybody, and too large to be compressed for each.
  let known: ReturnType<typeof generate> | undefined
  await app.register(serveDocs, { settings })
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    known ??= generate(settings)
    const { text, tag, packed } = await known
    const { headers } = request
    const coding = codingOf(headers['accept-encoding'], text.length)
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, no-cache')
      .header('etag', withCoding(tag, coding))
      .header('vary', 'Accept-Encoding')
      .type('application/json; charset=utf-8')
    if (isUnchanged(headers['if-none-match'], tag)) return reply.code(304).send()
    if (coding === undefined) return reply.send(text)
    return reply.header('content-encoding', coding).send(await packed(coding))
  })
}

async function generate(settings: Settings) {
  const text = JSON.stringify(await generateOpenapiDocument(settings))
  return { text, tag: etagOf(text), packed: compressOnce(text) }
}
