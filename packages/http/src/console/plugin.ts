import type { Handrail } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../access/rate-limit.ts'
import { preparePages } from '../pages/plugin.ts'
import type { Player } from '../player/visit.ts'
import type { Logger } from '../server/log.ts'
import { serveDoor } from './door.ts'
import { serveConsoleFiles } from './files.ts'
import { servePreview } from './preview.ts'

interface ConsoleOptions {
  handrail: Handrail
  /** By whose pages a draft is shown. */
  player: Player
  logger: Logger
  rateLimits: Partial<RateLimits> | undefined
  folder: string
}

/** The team's workplace: files that are handed in, and the door through which they act. */
export async function serveConsole(app: FastifyInstance, { folder, ...options }: ConsoleOptions): Promise<void> {
  await app.register(serveDoor, options)
  await app.register(servePreview, options)
  await app.register(async (pages) => {
    preparePages(pages, options)
    await serveConsoleFiles(pages, { ...options, folder })
  })
}
