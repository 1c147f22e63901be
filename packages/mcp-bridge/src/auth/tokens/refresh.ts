import { BridgeError } from '../../errors/bridge-error.ts'
import type { Credentials, Entry, Tokens } from '../../store/credentials.ts'
import type { Held } from '../../store/store.ts'
import { pause } from '../../timing.ts'
import type { Refusal } from '../authorization.ts'
import type { AuthorizationContext } from '../context.ts'
import { noted } from '../sign-in/history.ts'
import { refreshTokens, type TokenRequest } from '../token-endpoint/requests.ts'
import { isDue, isExpired } from './access-token.ts'
import { refreshAsClient } from './client-credentials.ts'

const RETRY_AFTER = 500
/** As long as servers can be expected to repeat an answer: requests end by themselves before that. */
const REPEAT_WITHIN = 20_000
/** After a failed refresh, requests that follow at once get the same answer instead of trying again each. */
const PAUSE = 3_000

/** @returns tokens other than the given one, by adopting what another process stored or by one refresh */
export type Refresher = (seen: string | undefined, refusal?: Refusal) => Promise<Tokens | undefined>

/** One refresh at a time: in this process by sharing it, among processes by the lock of the store. */
export function createRefresher(context: AuthorizationContext): Refresher {
  let running: Promise<Tokens | undefined> | undefined
  let failure: { seen: string | undefined; error: unknown; until: number } | undefined

  const run = async (seen: string | undefined, refusal: Refusal | undefined) => {
    if (failure && failure.seen === seen && context.now() < failure.until) throw failure.error
    failure = undefined
    try {
      return await context.store.exclusively((held) => refresh(context, held, seen, refusal))
    } catch (error) {
      failure = { seen, error, until: context.now() + PAUSE }
      throw error
    }
  }

  return async (seen, refusal) => {
    const shared = await running?.catch(() => undefined)
    if (shared && shared.access_token !== seen) return shared
    running ??= run(seen, refusal).finally(() => {
      running = undefined
    })
    return running
  }
}

async function refresh(
  context: AuthorizationContext,
  held: Held,
  seen: string | undefined,
  refusal: Refusal | undefined,
): Promise<Tokens | undefined> {
  const { tokens } = held.entry.credentials
  if (tokens && tokens.access_token !== seen && !isDue(tokens, context.now())) return tokens
  if (context.options.grant === 'client_credentials') return refreshAsClient(context, held, refusal)
  if (!tokens?.refresh_token) return undefined
  try {
    const next = await requestRefresh(context, held, tokens, tokens.refresh_token)
    await held.write(withTokens(held.entry, next))
    context.options.log.debug(`Refreshed the token for ${context.options.resource.host}`)
    return next
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    return afterRefusal(context, held, tokens, error)
  }
}

/**
 * A lost answer is asked for again once, soon: servers repeat it for a while instead of calling it a replay. Whoever slept
 * in between, or was taken over, does not send a token that may be spent: what others have stored is adopted.
 */
async function requestRefresh(
  context: AuthorizationContext,
  held: Held,
  tokens: Tokens,
  refreshToken: string,
): Promise<Tokens> {
  const request = refreshRequest(context, held.entry)
  await checkCurrent(held)
  // The clock on the wall goes on while a machine sleeps.
  const began = Date.now()
  try {
    return await refreshTokens(request, tokens, refreshToken)
  } catch (error) {
    if (!(error instanceof BridgeError) || error.code !== 'unreachable') throw error
    await pause(RETRY_AFTER)
    if (Date.now() - began > REPEAT_WITHIN) throw error
    await checkCurrent(held)
    return refreshTokens(request, tokens, refreshToken)
  }
}

async function checkCurrent(held: Held): Promise<void> {
  if (!(await held.isCurrent()))
    throw new BridgeError('timeout', 'Another mcp-bridge process refreshes the same credentials: try again.')
}

function refreshRequest({ options, http, now }: AuthorizationContext, { credentials, pin }: Entry): TokenRequest {
  const { client, endpoints } = credentials
  if (!client || !endpoints || !pin) throw new BridgeError('invalid_grant', 'The stored sign-in is incomplete.')
  return {
    http,
    now,
    client: { ...client, ...(options.client?.secret ? { client_secret: options.client.secret } : {}) },
    server: { issuer: pin.issuer, token_endpoint: endpoints.token_endpoint },
    privateKey: options.client?.privateKey,
    resource: endpoints.resource_parameter,
  }
}

/** The credentials after a refused refresh, which include newer ones of another process. */
async function afterRefusal(
  { store, options, now }: AuthorizationContext,
  held: Held,
  tokens: Tokens,
  error: BridgeError,
): Promise<Tokens | undefined> {
  const stored = (await store.read())?.credentials.tokens
  if (stored && stored.access_token !== tokens.access_token) return stored
  if (error.code === 'invalid_grant') {
    options.log.warn(`The sign-in to ${options.resource.host} has ended (revoked or expired): sign in again.`)
    const { tokens: _, ...credentials } = held.entry.credentials
    await held.write({ ...held.entry, credentials, history: noted(held.entry.history, error, now()) })
    return undefined
  }
  if (error.code === 'client_refused') {
    options.log.warn(`${error.message}`)
    await held.write({ ...held.entry, credentials: withoutClient(held.entry) })
    return isExpired(tokens, now()) ? undefined : tokens
  }
  throw error
}

/** The next sign-in registers again; the access token stays valid until it expires. */
function withoutClient({ credentials, pin }: Entry): Credentials {
  const { [pin?.issuer ?? '']: _, ...registrations } = credentials.registrations
  const { refresh_token: __, ...tokens } = credentials.tokens ?? { access_token: '', obtained_at: 0 }
  return { ...credentials, tokens, registrations }
}

function withTokens(entry: Entry, tokens: Tokens): Entry {
  return { ...entry, credentials: { ...entry.credentials, tokens } }
}
