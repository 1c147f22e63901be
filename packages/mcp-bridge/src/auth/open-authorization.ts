import { setTimeout as sleep } from 'node:timers/promises'
import { BridgeError } from '../errors/bridge-error.ts'
import { commandLine } from '../settings/command-line.ts'
import { tightened } from '../store/entry-file.ts'
import { openStore, type Store } from '../store/store.ts'
import type {
  AccessToken,
  Authorization,
  AuthorizationOptions,
  PendingSignIn,
  Refusal,
  SignInOptions,
} from './authorization.ts'
import { type AuthorizationContext, createContext } from './context.ts'
import { parseChallenge } from './discovery/challenge.ts'
import { limitSignIns } from './sign-in/history.ts'
import { shareSignIn } from './sign-in/shared-sign-in.ts'
import { beginSignIn } from './sign-in/sign-in.ts'
import { accessToken, isDue, isExpired, storedToken } from './tokens/access-token.ts'
import { createRefresher, type Refresher } from './tokens/refresh.ts'
import { signOut } from './tokens/revocation.ts'
import { splitScope } from './tokens/scopes.ts'
import { watchStore } from './tokens/watch.ts'

/** How long another process may take to find out where to sign in before its address is known. */
const SHARE_WITHIN = 45_000
const SHARE_POLL = 100
const CLOSE_WITHIN = 1_500

/** Made on first use: opening a keychain takes more time than the start of a program has. */
interface Opened {
  context: AuthorizationContext
  refresh: Refresher
}

/** Opens the authorization of one server and profile. Nothing is read, and no request is sent, before it is used. */
export function openAuthorization(options: AuthorizationOptions): Authorization {
  let opening: Promise<Opened> | undefined
  const onTightened = (path: string) => options.log.warn(tightened(path))
  const open = () => {
    opening ??= openStore({ ...options, store: options.store ?? 'auto', onTightened }).then((store) => {
      const context = createContext(options, store)
      return { context, refresh: createRefresher(context) }
    })
    return opening
  }
  /** A keychain that could not be used may be there the next time. */
  const use = async <T>(run: (opened: Opened) => Promise<T>): Promise<T> => {
    const opened = await open()
    try {
      return await run(opened)
    } catch (error) {
      if (error instanceof BridgeError && error.code === 'keychain_locked' && opened.context.store.reason)
        opening = undefined
      throw error
    }
  }
  const store = async (): Promise<Store> => (await open()).context.store
  const watch = watchStore(store)
  let signingIn: Promise<PendingSignIn> | undefined

  return {
    async token() {
      if (options.token) return { value: options.token, scopes: undefined }
      return use(currentToken)
    },
    async renew(refusal) {
      if (options.token) return undefined
      return use((opened) => renewToken(opened, refusal))
    },
    async signIn(signInOptions) {
      if (options.token)
        throw signInOptions.byPerson ? needless() : refusedToken(options.resource, 'in MCP_BRIDGE_TOKEN')
      signingIn ??= use(({ context }) => startSignIn(context, signInOptions))
      const pending = signingIn
      const forget = () => {
        if (signingIn === pending) signingIn = undefined
      }
      pending.then(({ done }) => done).then(forget, forget)
      return pending
    },
    async signOut() {
      return use(({ context }) => signOut(context))
    },
    onChange: watch.onChange,
    async close() {
      watch.stop()
      const ending = signingIn?.then((pending) => {
        pending.cancel()
        return pending.done
      })
      // Whatever is not tidied up by then does not stop the next process: see `Lock`.
      await Promise.race([ending?.catch(() => undefined), sleep(CLOSE_WITHIN, undefined, { ref: false })])
    },
  }
}

async function currentToken({ context, refresh }: Opened): Promise<AccessToken | undefined> {
  const { store, now, options } = context
  const entry = await store.read()
  const stored = storedToken(entry)
  const tokens = entry?.credentials.tokens
  if (stored && stored.value !== tokens?.access_token) return stored
  if (tokens && !isDue(tokens, now())) return stored
  if (!tokens?.refresh_token && options.grant !== 'client_credentials')
    return tokens && !isExpired(tokens, now()) ? stored : undefined
  try {
    const next = await refresh(tokens?.access_token)
    return next && accessToken(next)
  } catch (error) {
    if (!tokens || isExpired(tokens, now())) throw error
    options.log.info(`The token could not be refreshed early: ${error instanceof Error ? error.message : error}`)
    return stored
  }
}

async function renewToken({ context, refresh }: Opened, refusal: Refusal): Promise<AccessToken | undefined> {
  const { store, now } = context
  const entry = await store.read()
  const stored = storedToken(entry)
  const tokens = entry?.credentials.tokens
  if (stored && stored.value !== tokens?.access_token) return stored.value === refusal.token ? undefined : stored
  // Only a person can grant more scopes: a refresh cannot.
  if (isStepUp(refusal) && lacks(stored, refusal)) return undefined
  if (tokens && tokens.access_token !== refusal.token && !isDue(tokens, now())) return accessToken(tokens)
  const next = await refresh(refusal.token ?? tokens?.access_token, refusal)
  return next && next.access_token !== refusal.token ? accessToken(next) : undefined
}

function isStepUp({ challenge }: Refusal): boolean {
  return parseChallenge(challenge).error === 'insufficient_scope'
}

function lacks(token: AccessToken | undefined, { challenge }: Refusal): boolean {
  const needed = splitScope(parseChallenge(challenge).scope)
  return needed.length === 0 || !needed.every((scope) => token?.scopes?.includes(scope))
}

async function startSignIn(context: AuthorizationContext, options: SignInOptions): Promise<PendingSignIn> {
  const { store, now, options: settings } = context
  const entry = await store.read()
  if (entry?.credentials.static_token && !options.byPerson)
    throw refusedToken(settings.resource, `that was kept with --token; ${commandLine('login', settings)} replaces it`)
  if (settings.grant === 'client_credentials')
    throw new BridgeError(
      'token_refused',
      `${settings.resource.host} refuses the client's own token: check what the client may do there.`,
    )
  if (!options.byPerson) limitSignIns(entry, now(), settings)
  // Before anything is shown: a sign-in that cannot be kept is worth nothing.
  await store.prepare()
  const observe = store.signInLock()
  const end = performance.now() + SHARE_WITHIN
  while (performance.now() < end) {
    const lock = await observe()
    if (lock) return beginSignIn(context, lock, options)
    const shared = await shareSignIn(context, observe)
    if (shared) {
      // Whoever began it may have had no reason to open a browser, or the person has closed it since.
      if (options.byPerson && options.openBrowser && !shared.notice) void settings.browser?.(shared.url)
      return shared
    }
    await sleep(SHARE_POLL)
  }
  throw new BridgeError('timeout', 'Another mcp-bridge process is signing in, but makes no progress: try again.')
}

function needless(): BridgeError {
  return new BridgeError(
    'invalid_option',
    'MCP_BRIDGE_TOKEN is set, so no sign-in is needed: unset it first to sign in.',
  )
}

function refusedToken({ host }: URL, where: string): BridgeError {
  return new BridgeError('token_refused', `${host} refuses the token ${where}: get a new one from its operator.`)
}
