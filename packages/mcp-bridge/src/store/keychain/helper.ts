import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { parseObject } from '../../json.ts'
import { KEYCHAIN_PROGRAM } from './program.ts'

/** The answer of the system's keychain: the key, null if there is none, or the reason for no answer. */
export type KeychainAnswer = { value: string | null } | { locked: string } | { unavailable: string }

export interface KeychainRequest {
  /** The path of the keychain module. */
  module: string
  service: string
  account: string
  /** A key to store where there is none, or where this is no key. */
  fresh?: string
  damaged?: string
}

/** A person may be asked for a password, who needs a while to type it. */
const LONGEST_ASK_MS = 60_000
/** In the words of the Secret Service, of D-Bus, of macOS, and of Windows: there is a keychain, but it says nothing now. */
const LOCKED = /locked|dismissed|cancel|denied|interaction is not allowed|not permitted|reply|timed? ?out/i

/** Asks the keychain in a process of its own, which does not outlive this one, nor keep it alive. */
export async function askKeychain(request: KeychainRequest): Promise<KeychainAnswer> {
  const helper = spawn(process.execPath, ['--input-type=commonjs', '-e', KEYCHAIN_PROGRAM], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  const end = () => void helper.kill('SIGKILL')
  process.once('exit', end)
  const late = setTimeout(end, LONGEST_ASK_MS).unref()
  helper.unref()
  // Pipes are sockets, whatever their type says.
  for (const pipe of [helper.stdin, helper.stdout]) if ('unref' in pipe && pipe.unref instanceof Function) pipe.unref()
  try {
    const failed = new Promise<never>((_, reject) => {
      helper.once('error', reject)
      helper.stdin.once('error', reject)
    })
    helper.stdin.end(JSON.stringify(request))
    return answerOf(await Promise.race([text(helper.stdout), failed]))
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(late)
    process.off('exit', end)
  }
}

function answerOf(said: string): KeychainAnswer {
  if (said === '') return { locked: `no answer within ${LONGEST_ASK_MS / 1000} s` }
  const { value, error } = parseObject(said) ?? {}
  if (typeof error !== 'string') return { value: typeof value === 'string' ? value : null }
  // The first clause says what is wrong, the others are for the system's programmers.
  const [what = error] = error.replace(/^(Platform failure|Couldn't access platform storage): /, '').split(', ')
  return LOCKED.test(error) ? { locked: what } : { unavailable: what }
}
