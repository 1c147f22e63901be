import { BridgeError } from '../../errors/bridge-error.ts'
import type { Store } from '../../store/store.ts'
import type { AccessToken } from '../authorization.ts'
import { storedToken } from './access-token.ts'

const POLL = 1_000

type Listener = (token: AccessToken | undefined) => void

export interface Watch {
  onChange(listener: Listener): () => void
  stop(): void
}

/** Looks whether a process signed in or out: one `stat` a second, which every file system answers alike. */
export function watchStore(store: () => Promise<Store>): Watch {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let known: { token: AccessToken | undefined } | undefined

  const look = async () => {
    const token = await (await store()).read(true).then(storedToken, hidden)
    const isNews = known !== undefined && known.token?.value !== token?.value
    known = { token }
    if (isNews) for (const listener of listeners) listener(token)
  }
  /** Credentials behind a locked keychain are reported as soon as it is unlocked. */
  const hidden = (error: unknown) => {
    if (error instanceof BridgeError && error.code === 'keychain_locked') return known?.token
    throw error
  }
  // What cannot be read now may be readable the next time; requests say what is wrong with it.
  const lookAgain = () => void look().catch(() => undefined)
  const stop = () => {
    clearInterval(timer)
    timer = undefined
    known = undefined
  }

  return {
    onChange(listener) {
      listeners.add(listener)
      if (!timer) {
        lookAgain()
        timer = setInterval(lookAgain, POLL).unref()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    stop() {
      listeners.clear()
      stop()
    },
  }
}
