import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { BRIDGE_PATH, etagOf, notFound } from '@handrail/core/internal'
import type { FastifyInstance } from 'fastify'
import { builtFile } from '../built-files.ts'
import { isUnchanged } from '../rest/response/etag.ts'

/** The package of the bridge. */
const FILE = builtFile('mcp-bridge.tgz')

/**
 * Serves the package of the bridge, for everybody: `npx` starts it from here for assistants that support only stdio, so that it
 * is of the release of this instance, and no registry has to have it.
 */
export async function serveBridge(app: FastifyInstance): Promise<void> {
  let reading: Promise<{ content: Buffer; tag: string }> | undefined
  app.get(`/${BRIDGE_PATH}`, async ({ headers }, reply) => {
    // In a checkout it may not be built.
    if (!existsSync(FILE)) throw notFound()
    reading ??= readFile(FILE).then((content) => ({ content, tag: etagOf(content.toString('base64')) }))
    const { content, tag } = await reading.catch(forget)
    reply.header('cache-control', 'public, no-cache').header('etag', tag).header('x-content-type-options', 'nosniff')
    if (isUnchanged(headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/gzip').send(content)
  })

  /** The next request reads it again. */
  function forget(error: unknown): never {
    reading = undefined
    throw error
  }
}
