import { BridgeError } from '../../errors/bridge-error.ts'
import type { Entry, RegisteredClient } from '../../store/credentials.ts'
import type { Lock } from '../../store/lock/lock.ts'
import type { AccessToken, PendingSignIn, SignInOptions } from '../authorization.ts'
import { DEFAULT_CALLBACK_PATH } from '../browser/callback.ts'
import { givenClient, isForgotten, registerClient } from '../client/registration.ts'
import type { AuthorizationContext } from '../context.ts'
import { browserSignIn } from './grants/authorization-code.ts'
import { deviceSignIn } from './grants/device-grant.ts'
import type { Beginning, Begun } from './grants/grant.ts'
import { isPausing } from './history.ts'
import { keepFailure, keepTokens } from './outcome.ts'
import { removePendingFile, writePendingFile } from './pending-file.ts'
import { type Plan, planSignIn } from './plan.ts'

const SIGN_IN_TIMEOUT = 10 * 60_000

/** Begins a sign-in as the one process that may; the lock goes with its end. */
export async function beginSignIn(
  context: AuthorizationContext,
  lock: Lock,
  signInOptions: SignInOptions,
): Promise<PendingSignIn> {
  const { store, now, options } = context
  try {
    await removePendingFile(store.pendingSignInFile)
    const entry = await store.read()
    const plan = await planSignIn(context, entry, signInOptions)
    const begun = await begin(context, plan, entry)
    const { url, userCode } = begun
    await writePendingFile(store.pendingSignInFile, {
      url,
      started_at: now(),
      ...(userCode ? { user_code: userCode } : {}),
      ...(plan.notice ? { notice: plan.notice } : {}),
    })
    const done = finish(context, lock, plan, begun)
    done.catch(() => undefined) // Whoever awaits it is told; perhaps nobody does.
    if (maySeeBrowser(signInOptions, plan, entry, now())) void options.browser?.(url)
    return {
      url,
      ...(userCode ? { userCode } : {}),
      ...(plan.notice ? { notice: plan.notice } : {}),
      done,
      paste: begun.paste,
      cancel: () => void begun.end(new BridgeError('sign_in_cancelled', 'The sign-in was cancelled.')),
    }
  } catch (error) {
    if (error instanceof BridgeError) await keepFailure(context, error)
    await lock.release()
    throw error
  }
}

function maySeeBrowser({ openBrowser, byPerson }: SignInOptions, plan: Plan, entry: Entry | undefined, now: number) {
  if (!openBrowser || plan.notice) return false
  return byPerson === true || !entry || !isPausing(entry.history, now)
}

async function begin(context: AuthorizationContext, plan: Plan, entry: Entry | undefined): Promise<Begun> {
  const { options } = context
  const known = await knownClient(context, plan, entry)
  const beginning: Beginning = {
    context,
    plan,
    entry,
    preferredPort: known?.redirect_port ?? 0,
    clientFor: async (port) => {
      const { server, isGuess, scopesSupported = [], scopes: wanted = [] } = plan
      const scopes = [...new Set([...scopesSupported, ...wanted])]
      const { host = '127.0.0.1', path = DEFAULT_CALLBACK_PATH } = options.callback ?? {}
      return known ?? registerClient(context.client, { server, isGuess, host, port, path, scopes })
    },
  }
  const useDevice = options.preferDevice && plan.server.device_authorization_endpoint !== undefined
  return useDevice ? deviceSignIn(beginning) : browserSignIn(beginning)
}

async function knownClient(
  context: AuthorizationContext,
  plan: Plan,
  entry: Entry | undefined,
): Promise<RegisteredClient | undefined> {
  const given = givenClient(context.client, plan.server)
  if (given) return given
  const registered = entry?.credentials.registrations[plan.server.issuer]
  if (!registered || (await isForgotten(context.client, plan.server, registered))) return undefined
  return registered
}

async function finish(context: AuthorizationContext, lock: Lock, plan: Plan, begun: Begun): Promise<AccessToken> {
  const { options, store } = context
  const timeout = options.signInTimeout ?? SIGN_IN_TIMEOUT
  const late = setTimeout(() => {
    const minutes = Math.max(1, Math.round(timeout / 60_000))
    void begun.end(
      new BridgeError(
        'sign_in_timeout',
        `Nobody signed in within ${minutes} min: try again when you are at the browser.`,
      ),
    )
  }, timeout)
  let failure: BridgeError | undefined
  try {
    return await begun.tokens.then((tokens) => keepTokens(context, plan, begun.client, tokens))
  } catch (error) {
    failure = error instanceof BridgeError ? error : new BridgeError('sign_in_failed', 'The sign-in was not kept.')
    if (error instanceof BridgeError) await keepFailure(context, error, plan, begun.client)
    throw error
  } finally {
    clearTimeout(late)
    await begun.end(failure)
    await removePendingFile(store.pendingSignInFile)
    await lock.release()
  }
}
