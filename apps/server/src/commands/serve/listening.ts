import type { EarlyServer } from '@handrail/http'
import type { Config } from '../../configuration/config.ts'
import { sentenceOf } from '../../sentence.ts'
import { listen } from './listen.ts'
import type { createLogger } from './logger.ts'
import type { OnWaiting } from './open-when-usable.ts'
import { PREPARING } from './slow-reason.ts'

interface Listens {
  server: EarlyServer
  /** The address at which this machine reaches it. */
  address: string
}

/** The server during a start: it listens as soon as the start has to wait, and otherwise at the end of the start. */
export interface Listening {
  waitsFor: OnWaiting
  listen(): Promise<Listens>
  close(): Promise<void>
}

/** @param listensEarly whether it listens while the start waits */
export function createListening(
  config: Config,
  logger: ReturnType<typeof createLogger>,
  listensEarly: boolean,
): Listening {
  let listening: Promise<Listens> | undefined
  let told = ''

  function listenOnce(): Promise<Listens> {
    listening ??= import('@handrail/http').then(async ({ createEarlyServer }) => {
      const server = createEarlyServer()
      return { server, address: await listen(server, config) }
    })
    return listening
  }

  return {
    async waitsFor(what, error) {
      if (listensEarly) (await listenOnce()).server.waitsFor(what)
      if (told === what) return
      told = what
      const line = `Waiting to start: ${what}`
      const reason = error === undefined ? undefined : sentenceOf(error, config)
      logger[what === PREPARING ? 'info' : 'warn']({ reason }, line)
    },
    listen: listenOnce,
    async close() {
      // The caller of `listen` has already received the error.
      const opened = await listening?.catch(() => undefined)
      await opened?.server.close()
    },
  }
}
