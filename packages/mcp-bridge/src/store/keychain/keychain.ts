import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { errorCode } from '../../errors/system-code.ts'
import { KEY_BYTES } from '../seal.ts'
import { KEYCHAIN_PROGRAM } from './program.ts'

const SERVICE = 'mcp-bridge'
const MODULE = '@napi-rs/keyring'
/** Elsewhere than on Linux the system may ask the person first, who needs a while to answer. */
const TIMEOUT = process.platform === 'linux' ? 2_000 : 30_000

/** The system's keychain holds one random key for each profile, which seals the files: it fits every system's limit. */
export interface Keychain {
  /** @param create makes the key where there is none */
  key(create: boolean): Promise<Buffer | undefined>
}

/** Reads the key, once for a process. @returns the reason, where there is no keychain to use */
export async function openKeychain(profile: string): Promise<Keychain | string> {
  const module = findModule()
  if (module === undefined) return 'The keychain module is not installed for this system'
  try {
    let known = await ask({ module, account: profile })
    return {
      async key(create) {
        if (known === null && create) {
          const fresh = randomBytes(KEY_BYTES).toString('base64url')
          // What comes back is what is stored: of two processes that make one at once, both get the last.
          known = await ask({ module, account: profile, fresh })
        }
        const key = known === null ? undefined : Buffer.from(known, 'base64url')
        return key?.length === KEY_BYTES ? key : undefined
      },
    }
  } catch (error) {
    // The first clause says what, the others are for the system's programmers.
    const [what] = (error instanceof Error ? error.message : String(error))
      .replace(/^Platform failure: /, '')
      .split(', ')
    return `The system's keychain cannot be used (${what})`
  }
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

/** @returns the key as it is stored; null where there is none */
async function ask(request: { module: string; account: string; fresh?: string }): Promise<string | null> {
  const helper = spawn(process.execPath, ['--input-type=commonjs', '-e', KEYCHAIN_PROGRAM], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  const failed = new Promise<never>((_, reject) => {
    helper.once('error', reject)
    helper.stdin.once('error', reject)
  })
  helper.stdin.end(JSON.stringify({ ...request, service: SERVICE }))
  const answer = await Promise.race([text(helper.stdout), failed])
  if (answer === '') throw new Error(`no answer within ${TIMEOUT / 1000} s`)
  const { value, error } = JSON.parse(answer) as { value?: string | null; error?: string } // Our own program wrote it.
  if (error !== undefined) throw new Error(error)
  return value ?? null
}
