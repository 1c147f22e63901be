import type { Cache } from '../cache/cache.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { sentenceOf } from '../errors/failure.ts'
import type { Log } from '../log/log.ts'
import type { RequestContext } from '../protocol/request-context.ts'
import { SignInNeeded } from '../server/http/sign-in-needed.ts'
import type { Server } from '../server/server.ts'
import type { SignInPrompts } from './sign-in/sign-in-prompts.ts'

/** Looks for the server in the background: nobody waits for it. */
export interface ServerWatch {
  /**
   * Asks until the server answers for the first time, or wants a sign-in.
   * @returns once it was asked for the first time: why it did not answer, or nothing
   */
  begin(): Promise<string | undefined>
  /** Asks once, and keeps the answer. */
  identify(): Promise<void>
}

export interface ServerWatchOptions {
  server: Server
  cache: Cache
  signIns: SignInPrompts | undefined
  log: Log
  /** A request that no host waits for. */
  background(): RequestContext
  /** The server said what it is. */
  onIdentified(): void
  /** It did so after it could not be reached. */
  onBack(): void
}

const AGAIN_MS = [1000, 2000, 5000, 10_000, 30_000]
const LONGEST_AGAIN_MS = 60_000

export function openServerWatch(options: ServerWatchOptions): ServerWatch {
  const { server, cache, signIns, log, background, onIdentified, onBack } = options
  let running = false

  async function identify(): Promise<void> {
    cache.setIdentity(await server.identify(background()))
    onIdentified()
  }

  async function untilAnswered(firstAsked: (fault?: string) => void): Promise<void> {
    let told = ''
    for (let attempt = 0; ; attempt++) {
      try {
        await identify()
        if (attempt > 0) onBack()
        return
      } catch (error) {
        if (error instanceof SignInNeeded) {
          firstAsked()
          return signInIfNew(error)
        }
        // Each question makes the system ask the person again: the next call does, if need be.
        if (error instanceof BridgeError && error.code === 'keychain_locked') return log.say(error.message)
        const sentence = sentenceOf(error)
        if (sentence !== told) log.say(sentence)
        told = sentence
        firstAsked(sentence)
      }
      await new Promise<void>((resolve) => {
        setTimeout(resolve, AGAIN_MS[attempt] ?? LONGEST_AGAIN_MS).unref()
      })
    }
  }

  /** Who never had anything from this server has just set it up; anybody else signs in when a tool is called. */
  async function signInIfNew(needed: SignInNeeded): Promise<void> {
    if (!cache.identity()) await signIns?.offer(needed).catch((fault: unknown) => log.say(sentenceOf(fault)))
  }

  return {
    identify,
    begin: async () => {
      if (running) return undefined
      running = true
      const first = Promise.withResolvers<string | undefined>()
      void untilAnswered(first.resolve).finally(() => {
        running = false
        first.resolve(undefined)
      })
      return first.promise
    },
  }
}
