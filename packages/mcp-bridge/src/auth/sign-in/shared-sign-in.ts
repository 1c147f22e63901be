import { setTimeout as sleep } from 'node:timers/promises'
import { BridgeError } from '../../errors/bridge-error.ts'
import type { Lock } from '../../store/lock/lock.ts'
import type { AccessToken, PendingSignIn } from '../authorization.ts'
import type { AuthorizationContext } from '../context.ts'
import { send } from '../http.ts'
import { accessToken } from '../tokens/access-token.ts'
import { type PendingFile, readPendingFile } from './pending-file.ts'

const POLL = 200

/** Takes part in the sign-in of another process: the store tells how it ends. */
export async function shareSignIn(
  context: AuthorizationContext,
  observe: () => Promise<Lock | undefined>,
): Promise<PendingSignIn | undefined> {
  const known = await readPendingFile(context.store.pendingSignInFile)
  if (!known) return undefined
  const before = (await context.store.read())?.credentials.tokens?.access_token
  const leaving = new AbortController()
  const done = untilEnded(context, known, before, observe, leaving.signal)
  done.catch(() => undefined) // Whoever awaits it is told; perhaps nobody does.
  return {
    url: known.url,
    ...(known.user_code ? { userCode: known.user_code } : {}),
    ...(known.notice ? { notice: known.notice } : {}),
    done,
    paste: (address) => handOver(context, known, address),
    cancel: () => leaving.abort(),
  }
}

async function untilEnded(
  { store }: AuthorizationContext,
  known: PendingFile,
  before: string | undefined,
  observe: () => Promise<Lock | undefined>,
  signal: AbortSignal,
): Promise<AccessToken> {
  for (;;) {
    if (signal.aborted) throw new BridgeError('sign_in_cancelled', 'The sign-in was cancelled.')
    const free = await observe()
    // Read after the lock: whoever ended the sign-in has stored how it ended.
    const entry = await store.read()
    await free?.release()
    const tokens = entry?.credentials.tokens
    if (tokens && tokens.access_token !== before) return accessToken(tokens)
    if (free) {
      const error = entry?.history.last_error
      if (error && error.at >= known.started_at) throw new BridgeError('sign_in_failed', error.message)
      throw new BridgeError('sign_in_cancelled', 'The sign-in was ended by the process that began it: try again.')
    }
    await sleep(POLL)
  }
}

/** The address goes to the process that waits for it, as the browser would have brought it. */
async function handOver({ http }: AuthorizationContext, known: PendingFile, address: string): Promise<void> {
  const given = URL.parse(address.trim())
  const callback = URL.parse(URL.parse(known.url)?.searchParams.get('redirect_uri') ?? '')
  if (!given || !callback || given.pathname !== callback.pathname)
    throw new BridgeError(
      'sign_in_failed',
      'That is not the address of this sign-in: paste the whole address that the browser shows after you signed in.',
    )
  callback.search = given.search
  const { status } = await send(http, callback)
  if (status !== 200)
    throw new BridgeError('sign_in_failed', 'The sign-in did not succeed with that address: start again.')
}
