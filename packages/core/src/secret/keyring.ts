import { createSecretKey, type KeyObject } from 'node:crypto'
import { and, inArray, ne } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { sqliteFileOf } from '../storage/open.ts'
import { leaveCanary, opens, readKeyRows, wrongSecret } from './canary.ts'
import { CANARY, type KeySource, ROTATION, SIGNING, SOURCE_ROWS } from './key-rows.ts'
import { createSealer, isSignature, type Sealer, signatureOf } from './seal.ts'
import { knownSecretsOf, type SecretOptions } from './secret.ts'

/** How often a process looks in the database for the secret that is current. */
const LOOK_MS = 5000
/**
 * How long it relies on what it found: then it encrypts nothing before it has looked again. A change of the secret waits longer than that
 * before it encrypts stored data anew, so that nothing is written with the former secret afterwards.
 */
export const RELIES_MS = 30_000
/** How often the key file is read for an unknown key, at most. */
const RELOAD_MS = 1000

export interface Keyring {
  sealer: Sealer
  close(): void
}

interface Opening extends SecretOptions {
  secrets: readonly Buffer[]
  onError(error: unknown): void
  /** Milliseconds that no change of the clock moves. */
  monotonic?: () => number
}

interface Current {
  sealer: Sealer
  /** Of signatures that outlast secrets; undefined until the secret is changed for the first time. */
  signing: KeyObject | undefined
  /** Whether data is being encrypted anew, and what clients got before is still valid. */
  isRotating: boolean
}

/**
 * The keys of an open database. It encrypts with the secret that the database names, reads what was encrypted with any that are known, and
 * learns while it runs when another one becomes current.
 * @throws AppError when the database was written with another secret: nothing sealed in it could be read
 */
// Long because it is one object with its state.
export async function openKeyring(
  database: Database,
  { secrets, onError, monotonic = () => performance.now(), ...options }: Opening,
): Promise<Keyring> {
  const isLasting = sqliteFileOf(options.database) !== ':memory:'
  let sealers = secrets.map(createSealer)
  let current: Current | undefined
  let lookedAt = monotonic()
  let reloadedAt = Number.NEGATIVE_INFINITY

  /** Reads the key file again, in which another process may have put a new secret. */
  function reload(): void {
    if (options.secret !== undefined || !isLasting || monotonic() - reloadedAt < RELOAD_MS) return
    reloadedAt = monotonic()
    const known = knownSecretsOf(options)
    if (known.length > 0) sealers = known.map(createSealer)
  }

  function take(rows: ReadonlyMap<string, string>): void {
    const canary = rows.get(CANARY) ?? ''
    const find = () => sealers.find((one) => opens(one, canary))
    let sealer = find()
    if (!sealer) {
      reload()
      sealer = find()
    }
    if (!sealer) throw wrongSecret(sourceOf(options), recordedSource(rows))
    const signing = rows.get(SIGNING)
    current = {
      sealer,
      signing: signing === undefined ? undefined : createSecretKey(Buffer.from(sealer.open(signing), 'base64url')),
      isRotating: rows.has(ROTATION),
    }
  }

  async function look(): Promise<ReadonlyMap<string, string>> {
    const began = monotonic()
    const found = await database.read(readKeyRows)
    const [first, ...others] = sealers
    const rows =
      found.has(CANARY) || first === undefined
        ? found
        : await database.write((tx) => leaveCanary(tx, [first, ...others]))
    if (!rows) throw wrongSecret(sourceOf(options), undefined)
    try {
      take(rows)
    } catch (error) {
      current = undefined
      throw error
    }
    lookedAt = began
    return rows
  }

  /** For a clear message when it is missing later. It needs no more than to be tried: a full disk keeps nobody from reading. */
  async function recordSource(rows: ReadonlyMap<string, string>): Promise<void> {
    const name = SOURCE_ROWS[sourceOf(options)]
    if (sqliteFileOf(options.database) === undefined || rows.has(name) || !current) return
    const sealed = current.sealer.seal(name)
    await database
      .write(async ({ db, tables: { canaries } }) => {
        await db
          .delete(canaries)
          .where(and(inArray(canaries.name, Object.values(SOURCE_ROWS)), ne(canaries.name, name)))
        await db.insert(canaries).values({ name, sealed }).onConflictDoNothing({ target: canaries.name })
      })
      .catch(() => undefined)
  }

  function requireCurrent(): Current {
    if (current) return current
    throw new AppError('unavailable', 'The key of this instance was changed. Restart this process with the new one', {
      retryAfter: 60,
    })
  }

  /** The secret to encrypt with. */
  function requireCertain(): Current {
    if (isLasting && monotonic() - lookedAt >= RELIES_MS)
      throw new AppError('unavailable', 'The database could not be asked which key is current. Try again in a moment', {
        retryAfter: 1,
      })
    return requireCurrent()
  }

  function openWithAny(sealed: string): string {
    const found = opened(current ? [current.sealer, ...sealers] : sealers, sealed)
    if (found !== undefined) return found
    reload()
    return opened(sealers, sealed) ?? fail()
  }

  await recordSource(await look())
  let isLooking = false
  async function lookAgain(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
    } catch (error) {
      // That the database is away is told by whoever needs it.
      if (!current) onError(error)
    } finally {
      isLooking = false
    }
  }
  const timer = isLasting ? setInterval(() => void lookAgain(), LOOK_MS) : undefined
  timer?.unref()

  const trusted = () => (current?.isRotating ? sealers : current ? [current.sealer] : [])
  return {
    sealer: {
      seal: (text) => requireCertain().sealer.seal(text),
      open: openWithAny,
      sign: (text) => {
        const { signing, sealer } = requireCurrent()
        return signing ? signatureOf(signing, text) : sealer.sign(text)
      },
      verify: (text, signature) =>
        current?.signing
          ? isSignature(current.signing, text, signature)
          : sealers.some((sealer) => sealer.verify(text, signature)),
      signCredential: (text) => requireCurrent().sealer.signCredential(text),
      verifyCredential: (text, signature) => trusted().some((sealer) => sealer.verifyCredential(text, signature)),
      openCredential: (sealed) => opened(trusted(), sealed) ?? fail(),
    },
    close: () => clearInterval(timer),
  }
}

/** The text as the first of the secrets reads it; undefined if it was encrypted with another one, or changed. */
function opened(sealers: readonly Sealer[], sealed: string): string | undefined {
  for (const sealer of sealers)
    try {
      return sealer.open(sealed)
    } catch {
      // The error only states that decryption failed.
    }
  return undefined
}

function fail(): never {
  throw new Error('It was encrypted with another secret, or changed')
}

function sourceOf({ secret }: SecretOptions): KeySource {
  return secret === undefined ? 'file' : 'setting'
}

function recordedSource(rows: ReadonlyMap<string, string>): KeySource | undefined {
  return (['setting', 'file'] as const).find((source) => rows.has(SOURCE_ROWS[source]))
}
