import { join } from 'node:path'
import type { StoreKind } from '../auth/authorization.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { errorCode } from '../errors/system-code.ts'
import { adviceFor } from '../errors/system-sentence.ts'
import { type Entry, emptyEntry } from './credentials.ts'
import { type EntryFile, entryFile, entryName, type Opener } from './entry-file.ts'
import { makeFolder } from './folder.ts'
import { type Keychain, openKeychain } from './keychain/keychain.ts'
import { acquireLock, type Lock, observer } from './lock/lock.ts'

/** How long a process waits for another that changes the same credentials: two requests of a refresh, and some. */
const LOCK_WITHIN = 40_000
/** Elsewhere than on Linux the system asks the person for each program, and there is no prompt to come back to. */
const KEYCHAIN_TIMEOUT_MS = process.platform === 'linux' ? 2_000 : 30_000

/** The credentials of one server and profile, shared with the other processes that have the same folder. */
export interface Store {
  kind: StoreKind
  /** Why it is not the keychain, where that was preferred. */
  reason?: string
  /** @param quietly never makes the system ask the person for a password. @throws BridgeError keychain_locked */
  read(quietly?: boolean): Promise<Entry | undefined>
  /** Makes sure, before a person signs in, that there is a place for what comes of it. @throws BridgeError */
  prepare(): Promise<void>
  /** Runs alone among all processes. It reads anew first, so it sees what the one before has written. */
  exclusively<T>(work: (held: Held) => Promise<T>): Promise<T>
  /** Takes the sign-in lock if nobody has it; ask again to notice that its holder is gone. */
  signInLock(): () => Promise<Lock | undefined>
  /** Where the process that signs in tells the others of it; undefined where there are no others. */
  pendingSignInFile: string | undefined
}

export interface Held {
  entry: Entry
  /** Whether nobody has taken over: a process that was frozen, or whose machine slept, does not notice otherwise. */
  isCurrent(): Promise<boolean>
  /** @throws BridgeError where another process took the lock over: nothing was written */
  write(entry: Entry): Promise<Entry>
}

export interface StoreOptions {
  folder: string
  resource: URL
  profile: string
  store: StoreKind | 'auto'
  /** How long one call may wait for the keychain, in milliseconds: a person may have to type a password. */
  keychainTimeoutMs?: number
  /** Told of a file that others could read, and cannot any more. */
  onTightened?: (path: string) => void
}

export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.store === 'memory') return memoryStore(options)
  const { folder, resource, profile, store, keychainTimeoutMs: timeoutMs = KEYCHAIN_TIMEOUT_MS } = options
  const keychain = store === 'file' ? undefined : await openKeychain({ folder, profile, timeoutMs })
  if (typeof keychain === 'string' && store === 'keychain')
    throw new BridgeError('store_unusable', `${keychain}: start or unlock it, or use --store file.`)
  const name = entryName(resource, profile)
  const file = entryFile(folder, name, openerOf(keychain), options.onTightened)
  return {
    kind: typeof keychain === 'object' ? 'keychain' : 'file',
    ...(typeof keychain === 'string' ? { reason: keychain } : {}),
    read: (quietly) => explained(folder, () => file.read(quietly)),
    prepare: () =>
      explained(folder, async () => {
        await makeFolder(folder)
        if (typeof keychain === 'object') await keychain.keyOrNew()
      }),
    exclusively: (work) =>
      explained(folder, async () => {
        await makeFolder(folder)
        const lock = await acquireLock(folder, name, LOCK_WITHIN)
        try {
          return await work(await hold(file, options, lock))
        } finally {
          await lock.release()
        }
      }),
    signInLock() {
      const observe = observer(folder, `${name}.sign-in`)
      return async () => {
        await makeFolder(folder)
        return observe()
      }
    },
    pendingSignInFile: join(folder, `${name}.sign-in.json`),
  }
}

function openerOf(keychain: Keychain | string | undefined): Opener {
  if (keychain === undefined) return 'plain'
  return typeof keychain === 'string' ? { reason: keychain } : { keychain }
}

/** A sentence for an error of the operating system with a file, which says what to do. */
async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const code = errorCode(cause)
    if (cause instanceof BridgeError || !/^E[A-Z]+$/.test(code)) throw cause
    throw new BridgeError(
      'store_unusable',
      `The credentials in ${folder} cannot be read or written (${code}): ${adviceFor(code)}; MCP_BRIDGE_HOME names another folder.`,
      { cause },
    )
  }
}

async function hold(
  file: EntryFile,
  { resource, profile }: Pick<StoreOptions, 'resource' | 'profile'>,
  lock: Pick<Lock, 'isHeld'>,
): Promise<Held> {
  const read = await file.read()
  let generation = read?.generation ?? 0
  const isCurrent = async () => ((await file.read())?.generation ?? 0) === generation && (await lock.isHeld())
  return {
    entry: read ?? emptyEntry(resource.href, profile),
    isCurrent,
    async write(entry) {
      if (!(await isCurrent()))
        throw new BridgeError('timeout', 'Another mcp-bridge process has changed the same credentials: try again.')
      const next = { ...entry, generation: generation + 1 }
      await file.write(next)
      generation = next.generation
      return next
    },
  }
}

/** For this process alone; nothing is written anywhere. */
function memoryStore(options: StoreOptions): Store {
  let entry: Entry | undefined
  const file: EntryFile = {
    read: async () => entry,
    write: async (next) => {
      entry = next
    },
  }
  let queue: Promise<unknown> = Promise.resolve()
  let signingIn = false
  return {
    kind: 'memory',
    read: file.read,
    prepare: async () => undefined,
    exclusively(work) {
      const run = queue.then(async () => work(await hold(file, options, { isHeld: async () => true })))
      queue = run.catch(() => undefined)
      return run
    },
    signInLock: () => async () => {
      if (signingIn) return undefined
      signingIn = true
      return {
        isHeld: async () => true,
        release: async () => {
          signingIn = false
        },
      }
    },
    pendingSignInFile: undefined,
  }
}
