import type { FastifyInstance } from 'fastify'
import { preparePages } from '../pages/plugin.ts'
import { type DoorOptions, serveDoor } from './door.ts'
import { serveConsoleFiles } from './files.ts'

interface ConsoleOptions extends DoorOptions {
  folder: string
}

/** The team's workplace: files that are handed in, and the door through which they act. */
export async function serveConsole(app: FastifyInstance, { folder, ...options }: ConsoleOptions): Promise<void> {
  await app.register(serveDoor, options)
  await app.register(async (pages) => {
    preparePages(pages, options)
    await serveConsoleFiles(pages, { ...options, folder })
  })
}
