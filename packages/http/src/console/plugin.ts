import type { FastifyInstance } from 'fastify'
import { preparePages } from '../pages/plugin.ts'
import type { Player } from '../player/visit.ts'
import { type DoorOptions, serveDoor } from './door.ts'
import { serveConsoleFiles } from './files.ts'
import { servePreview } from './preview.ts'

interface ConsoleOptions extends DoorOptions {
  /** By whose pages a draft is shown. */
  player: Player
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
