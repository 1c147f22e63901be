import type { BridgeError } from '../../errors/bridge-error.ts'
import type { Entry, RegisteredClient, Tokens } from '../../store/credentials.ts'
import type { AccessToken } from '../authorization.ts'
import type { AuthorizationContext } from '../context.ts'
import { describeTokens } from '../token-endpoint/introspection.ts'
import { accessToken } from '../tokens/access-token.ts'
import { refusesDpop } from './binding.ts'
import { failed, noted, succeeded } from './history.ts'
import type { Plan } from './plan.ts'

/** Stores what a sign-in gave: the server, the client and the tokens belong together. */
export async function keepTokens(
  { store, now, options, http }: AuthorizationContext,
  plan: Plan,
  client: RegisteredClient,
  tokens: Tokens,
): Promise<AccessToken> {
  const { server, pin, scopes } = plan
  // RFC 6749 section 5.1: where the server does not name them, those that were asked for were granted.
  const scoped = tokens.scope === undefined && scopes ? { ...tokens, scope: scopes.join(' ') } : tokens
  const granted = await describeTokens({ http, client, privateKey: options.client?.privateKey }, server, scoped)
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
        ...(refusesDpop(plan, options) && { refuses_dpop: true }),
      },
    })
    if (store.reason)
      options.log.warn(`${store.reason}: the credentials are in a file that only you can read (--store file says so).`)
    options.log.info(`Signed in to ${options.resource.host} at ${URL.parse(server.issuer)?.host}`)
    return accessToken(granted)
  })
}

/** A failure counts against sign-ins that begin by themselves, and `status` shows it. */
export async function keepFailure(
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

/** A client that the server refuses, or perhaps showed an error page for, is registered again the next time. */
function isSuspect(error: BridgeError, client: RegisteredClient | undefined): boolean {
  return error.code === 'client_refused' || (error.code === 'sign_in_timeout' && client?.redirect_port !== undefined)
}

function forget(credentials: Entry['credentials'], issuer: string): Entry['credentials'] {
  const { [issuer]: _, ...registrations } = credentials.registrations
  return { ...credentials, registrations }
}
