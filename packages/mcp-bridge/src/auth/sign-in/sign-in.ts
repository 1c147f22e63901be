import { BridgeError } from '../../errors/bridge-error.ts'
import type { Entry, RegisteredClient, Tokens } from '../../store/credentials.ts'
import type { Lock } from '../../store/lock/lock.ts'
import type { AccessToken, PendingSignIn, SignInOptions } from '../authorization.ts'
import { givenClient, isForgotten, registerClient } from '../client/registration.ts'
import type { AuthorizationContext } from '../context.ts'
import { accessToken } from '../tokens/access-token.ts'
import { browserSignIn } from './authorization-code.ts'
import { deviceSignIn } from './device-grant.ts'
import { failed, isPausing, noted, succeeded } from './history.ts'
import { removePendingFile, writePendingFile } from './pending-file.ts'
import { type Plan, planSignIn } from './plan.ts'

const SIGN_IN_TIMEOUT = 10 * 60_000

/** One way to sign in, begun: its person has to act now. */
export interface Begun {
  url: string
  userCode?: string
  /** @throws BridgeError */
  tokens: Promise<Tokens>
  client: RegisteredClient
  paste(redirectAddress: string): Promise<void>
  /** Frees what it holds; `tokens` fails if it was still pending. */
  end(reason?: BridgeError): Promise<void>
}

/** What a way to sign in is given. */
export interface Beginning {
  context: AuthorizationContext
  plan: Plan
  entry: Entry | undefined
  /** The client to sign in with; a new one is registered for the port where there is none. */
  clientFor(port: number): Promise<RegisteredClient>
  /** Of the client's registration, which is preferred because some servers compare it. */
  preferredPort: number
}

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
    done.catch(() => undefined) // Whoever waits for it is told; perhaps nobody does.
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
    if (error instanceof BridgeError) await remember(context, error)
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
      const host = options.callback?.host ?? '127.0.0.1'
      return known ?? registerClient(context.client, { server, isGuess, host, port, scopes })
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
  try {
    return await begun.tokens.then((tokens) => keep(context, plan, begun.client, tokens))
  } catch (error) {
    if (error instanceof BridgeError) await remember(context, error, plan, begun.client)
    throw error
  } finally {
    clearTimeout(late)
    await begun.end()
    await removePendingFile(store.pendingSignInFile)
    await lock.release()
  }
}

/** Stores what a sign-in gave: the server, the client and the tokens belong together. */
function keep(
  { store, now, options }: AuthorizationContext,
  plan: Plan,
  client: RegisteredClient,
  tokens: Tokens,
): Promise<AccessToken> {
  const { server, pin, scopes } = plan
  // RFC 6749 section 5.1: where the server does not name them, those that were asked for were granted.
  const granted = tokens.scope === undefined && scopes ? { ...tokens, scope: scopes.join(' ') } : tokens
  return store.exclusively(async ({ entry, write }) => {
    const isRegistered = client.redirect_port !== undefined
    const registrations = entry.credentials.registrations
    await write({
      ...entry,
      pin,
      history: succeeded(entry.history, now()),
      credentials: {
        tokens: granted,
        client,
        registrations: isRegistered ? { ...registrations, [server.issuer]: client } : registrations,
        endpoints: {
          token_endpoint: server.token_endpoint,
          ...(server.revocation_endpoint ? { revocation_endpoint: server.revocation_endpoint } : {}),
          ...(plan.resourceParameter ? { resource_parameter: plan.resourceParameter } : {}),
        },
        requested_scopes: scopes ?? [],
      },
    })
    if (store.reason)
      options.log.warn(`${store.reason}: the credentials are in a file that only you can read (--store file says so).`)
    options.log.info(`Signed in to ${options.resource.host} at ${URL.parse(server.issuer)?.host}`)
    return accessToken(granted)
  })
}

/** A failure counts against sign-ins that begin by themselves, and `status` shows it. */
async function remember(
  { store, now, options }: AuthorizationContext,
  error: BridgeError,
  plan?: Plan,
  client?: RegisteredClient,
): Promise<void> {
  options.log.info(`Sign-in to ${options.resource.host}: ${error.message}`)
  if (error.code === 'sign_in_cancelled') return
  await store.exclusively(async ({ entry, write }) => {
    const { credentials } = entry
    await write({
      ...entry,
      history: plan ? failed(entry.history, error, now()) : noted(entry.history, error, now()),
      credentials: plan && isSuspect(error, client) ? forget(credentials, plan.server.issuer) : credentials,
    })
  })
}

/** A client that the server refuses, or perhaps showed an error page for, is registered anew the next time. */
function isSuspect(error: BridgeError, client: RegisteredClient | undefined): boolean {
  return error.code === 'client_refused' || (error.code === 'sign_in_timeout' && client?.redirect_port !== undefined)
}

function forget(credentials: Entry['credentials'], issuer: string): Entry['credentials'] {
  const { [issuer]: _, ...registrations } = credentials.registrations
  return { ...credentials, registrations }
}
