import type { FastifyInstance } from 'fastify'
import { preparePages } from '../pages/plugin.ts'
import type { LoadPlayer } from '../player/load.ts'
import { type ConsoleApiOptions, serveConsoleApi } from './api.ts'
import { serveApprovalText } from './approval-text.ts'
import { serveConsoleFiles } from './files.ts'
import { serveMailPreview } from './mail-preview.ts'
import { servePreview } from './preview.ts'
import { serveSeeAs } from './see-as.ts'

interface ConsoleOptions extends ConsoleApiOptions {
  /** The player whose pages show drafts. */
  loadPlayer: LoadPlayer
  folder: string
}

/** The console: its files and its API. */
export async function serveConsole(app: FastifyInstance, { folder, ...options }: ConsoleOptions): Promise<void> {
  await app.register(serveConsoleApi, options)
  await app.register(servePreview, options)
  await app.register(serveSeeAs, options)
  await app.register(serveApprovalText, options)
  await app.register(serveMailPreview)
  await app.register(async (pages) => {
    preparePages(pages, options)
    await serveConsoleFiles(pages, { ...options, folder })
  })
}
