import { type Handrail, operations } from '@handrail/core'
import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { visitorOf } from '../access/client-address.ts'
import { preparePages } from '../pages/plugin.ts'
import type { Logger } from '../server/log.ts'

interface FilesOptions {
  handrail: Handrail
  logger: Logger
}

/** Downloads: files by signed addresses that expire after minutes, and media of guides by their content hash. */
export async function serveFiles(app: FastifyInstance, { handrail, logger }: FilesOptions): Promise<void> {
  preparePages(app, { handrail, logger })
  app.get<{ Params: { token: string } }>('/files/:token', async (request, reply) => {
    const { data } = await visitorOf(handrail, request).invoke(operations.downloadFile, { token: request.params.token })
    return harmless(reply)
      .header('content-disposition', create(data.name))
      .header('content-length', data.bytes)
      .header('cache-control', 'no-store')
      .type(data.media_type)
      .send(data.content)
  })

  app.get<{ Params: { token: string } }>('/files/exports/:token', async (request, reply) => {
    const { data } = await visitorOf(handrail, request).invoke(operations.openExport, { token: request.params.token })
    return harmless(reply)
      .header('content-disposition', create(data.name))
      .header('cache-control', 'no-store')
      .type(data.media_type)
      .send(data.content)
  })

  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const { file } = request.params
    const { range } = request.headers
    const { data } = await visitorOf(handrail, request).invoke(operations.openMedia, { file, ...(range && { range }) })
    const { first, last } = data.part ?? { first: 0, last: data.bytes - 1 }
    // Browsers show no PDF in a sandbox.
    if (data.media_type === 'application/pdf') reply.header('content-disposition', 'attachment')
    if (data.part) reply.code(206).header('content-range', `bytes ${first}-${last}/${data.bytes}`)
    return harmless(reply)
      .header('accept-ranges', 'bytes')
      .header('content-length', last - first + 1)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(data.media_type)
      .send(data.content)
  })
}

/** Prevents browsers from running a file, whatever it contains, and from guessing another type. */
function harmless(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-site')
    .header('referrer-policy', 'no-referrer')
}
