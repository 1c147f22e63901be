import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_BYTES } from './seal.ts'

const SERVICE = 'mcp-bridge'
const TIMEOUT = 2_000

/** The part of `@napi-rs/keyring` that is used: an optional dependency, which the system may not have. */
interface Keyring {
  AsyncEntry: new (service: string, account: string, options?: object) => KeyringEntry
}

interface KeyringEntry {
  getPassword(signal?: AbortSignal): Promise<string | null>
  setPassword(password: string, signal?: AbortSignal): Promise<void>
}

/** The system's keychain holds one random key for each profile, which seals the files: it fits every system's limit. */
export interface Keychain {
  /** @param create makes the key where there is none */
  key(create: boolean): Promise<Buffer | undefined>
}

/** @returns the reason, where there is no keychain to use */
export async function openKeychain(profile: string): Promise<Keychain | string> {
  const keyring = await loadKeyring()
  if (typeof keyring === 'string') return keyring
  try {
    // Without the name of the store, Linux silently takes the kernel's, which forgets everything at the next boot.
    const entry = new keyring.AsyncEntry(SERVICE, profile, { linux: { store: 'secret-service' } })
    // Reading is the test: a locked or absent service fails here, or hangs.
    let known = await inTime((signal) => entry.getPassword(signal))
    return {
      async key(create) {
        known ??= await inTime((signal) => entry.getPassword(signal))
        if (known === null && create) {
          await inTime((signal) => entry.setPassword(randomBytes(KEY_BYTES).toString('base64url'), signal))
          // Read back: what another process stored meanwhile is the key.
          known = await inTime((signal) => entry.getPassword(signal))
        }
        const key = known === null ? undefined : Buffer.from(known, 'base64url')
        return key?.length === KEY_BYTES ? key : undefined
      },
    }
  } catch (error) {
    return `The system's keychain does not answer (${error instanceof Error ? error.message : String(error)})`
  }
}

async function loadKeyring(): Promise<Keyring | string> {
  try {
    return await import('@napi-rs/keyring')
  } catch (error) {
    return `The keychain module is not installed for this system (${error instanceof Error ? error.message.split('\n')[0] : error})`
  }
}

async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const late = new AbortController()
  try {
    return await Promise.race([
      work(signal),
      sleep(TIMEOUT, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${TIMEOUT / 1000} s`)
      }),
    ])
  } finally {
    late.abort()
  }
}
