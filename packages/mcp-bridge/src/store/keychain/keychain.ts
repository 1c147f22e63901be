import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { BridgeError } from '../../errors/bridge-error.ts'
import { errorCode } from '../../errors/system-code.ts'
import { inTime } from '../../timing.ts'
import { acquireLock } from '../lock/lock.ts'
import { KEY_BYTES } from '../seal.ts'
import { askKeychain, type KeychainAnswer } from './helper.ts'

const SERVICE = 'mcp-bridge'
const MODULE = '@napi-rs/keyring'
const LOCK_WITHIN = 10_000
/** A person who has just refused is asked again by the next call that needs the key, but not by each of a burst. */
const ASK_AGAIN_MS = 2_000

/** The system's keychain holds one random key for each profile, which seals the files: it fits every system's limit. */
export interface Keychain {
  /**
   * The key; undefined where there is none.
   * @param quietly never makes the system ask the person for a password once more
   * @throws BridgeError keychain_locked
   */
  key(quietly?: boolean): Promise<Buffer | undefined>
  /** The key, made where there is none. @throws BridgeError keychain_locked */
  keyOrNew(): Promise<Buffer>
}

export interface KeychainOptions {
  /** Where the processes that share the key take turns in making it. */
  folder: string
  profile: string
  /** How long a call waits for the keychain; a question to the person goes on after that. */
  timeoutMs: number
}

/** Opens the keychain. @returns the reason, where there is none to use */
export async function openKeychain({ folder, profile, timeoutMs }: KeychainOptions): Promise<Keychain | string> {
  const module = findModule()
  if (module === undefined) return 'The keychain module is not installed for this system'
  const request = { module, service: SERVICE, account: profile }
  let known: string | undefined
  let asking: Promise<KeychainAnswer> | undefined
  let refused: { at: number; why: string } | undefined

  async function ask(fresh?: string): Promise<KeychainAnswer> {
    asking ??= askKeychain({ ...request, ...(fresh !== undefined && { fresh, damaged: known ?? '' }) }).then(
      (answer) => {
        asking = undefined
        if ('value' in answer) known = answer.value ?? undefined
        refused = 'locked' in answer ? { at: performance.now(), why: answer.locked } : undefined
        return answer
      },
    )
    return inTime(asking, timeoutMs, () => ({ locked: `no answer within ${Math.round(timeoutMs / 1000)} s` }))
  }

  const first = await ask()
  if ('unavailable' in first) return `The system's keychain cannot be used (${first.unavailable})`
  return {
    async key(quietly = false) {
      if (known === undefined) {
        if (refused && (quietly || performance.now() - refused.at < ASK_AGAIN_MS)) throw locked(refused.why)
        checkOpen(await ask())
      }
      return known === undefined ? undefined : keyIn(known)
    },
    async keyOrNew() {
      if (known === undefined) checkOpen(await ask())
      const there = keyIn(known ?? '')
      if (there) return there
      const lock = await acquireLock(folder, lockName(profile), LOCK_WITHIN)
      try {
        checkOpen(await ask(randomBytes(KEY_BYTES).toString('base64url')))
      } finally {
        await lock.release()
      }
      return keyIn(known ?? '') ?? Promise.reject(unusable())
    },
  }
}

function checkOpen(answer: KeychainAnswer): void {
  if ('locked' in answer) throw locked(answer.locked)
  if ('unavailable' in answer) throw locked(answer.unavailable)
}

function locked(why: string): BridgeError {
  return new BridgeError(
    'keychain_locked',
    `The keychain is locked or does not answer (${why}): unlock it, then try again. Nothing was changed.`,
  )
}

function keyIn(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64url')
  return key.length === KEY_BYTES ? key : undefined
}

function unusable(): BridgeError {
  return new BridgeError(
    'store_unusable',
    `The keychain has no usable key: delete the entry "${SERVICE}" there, or use --store file.`,
  )
}

/** Like the names of the other files in the folder, so that it is cleared with them. */
function lockName(profile: string): string {
  return `keychain.${createHash('sha256').update(profile).digest('hex').slice(0, 24)}`
}

/** An optional dependency: a system that it was not built for does not have it, nor does every bundle. */
function findModule(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(MODULE)
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
