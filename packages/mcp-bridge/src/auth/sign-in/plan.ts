import { BridgeError } from '../../errors/bridge-error.ts'
import { type CommandTarget, commandLine } from '../../settings/command-line.ts'
import type { Entry, Pin } from '../../store/credentials.ts'
import type { SignInOptions } from '../authorization.ts'
import type { AuthorizationContext } from '../context.ts'
import { parseChallenge } from '../discovery/challenge.ts'
import { type Discovered, discover, requirePkce } from '../discovery/discover.ts'
import { probe } from '../discovery/probe.ts'
import { chooseScopes, splitScope } from '../tokens/scopes.ts'
import { bindsTokens } from './binding.ts'

/** The request of a sign-in, and its authorization server. */
export interface Plan extends Discovered {
  pin: Pin
  /** The value of `resource`. */
  resourceParameter: string | undefined
  scopes: string[] | undefined
  /** Whether the tokens are bound to a key (RFC 9449). */
  bindsTokens: boolean
  notice: string | undefined
}

export async function planSignIn(
  { options, http }: AuthorizationContext,
  entry: Entry | undefined,
  { refusal, byPerson }: SignInOptions,
): Promise<Plan> {
  const probed = refusal ? { asksForToken: true, challenge: refusal.challenge } : await probe(http, options.resource)
  const challenge = parseChallenge(probed.challenge)
  const found = await discover(http, options.resource, challenge.resourceMetadata, entry?.pin?.issuer)
  if (found.isGuess && !probed.asksForToken)
    throw new BridgeError('no_oauth', `${options.resource.host} asks for no sign-in: there is nothing to sign in to.`)
  if (options.grant !== 'client_credentials') requirePkce(found.server)
  const pin = { issuer: found.server.issuer, resource: found.resource ?? options.resource.href }
  const isSame = entry?.pin?.issuer === pin.issuer
  const requested = isSame ? (entry?.credentials.requested_scopes ?? []) : []
  const isStepUp = challenge.error === 'insufficient_scope'
  if (isStepUp && !byPerson) limitStepUp(splitScope(challenge.scope), requested, options)
  const scopes = chooseScopes({
    chosen: options.scopes,
    challenged: challenge.scope,
    resourceScopes: found.scopesSupported,
    serverScopes: found.server.scopes_supported,
    requested,
    isStepUp,
  })
  const resourceParameter =
    options.resourceParameter === false ? undefined : (options.resourceParameter ?? found.resource)
  const binds = bindsTokens(found, { mode: options.dpop, credentials: entry?.credentials, refusal })
  return { ...found, pin, scopes, resourceParameter, bindsTokens: binds, notice: noticeOf(entry?.pin, pin, found) }
}

/** A scope that was asked for and not given will not be given the next time either. */
function limitStepUp(needed: readonly string[], requested: readonly string[], options: CommandTarget): void {
  if (needed.length > 0 && !needed.every((scope) => requested.includes(scope))) return
  throw new BridgeError(
    'insufficient_scope',
    `${options.resource.host} asks for more rights than the sign-in gave (${needed.join(' ').slice(0, 200)}): run ${commandLine('login', options)} and grant them, or ask the server's admin for them.`,
  )
}

/** A warning for the person. With one, the page is not opened automatically. */
function noticeOf(known: Pin | undefined, pin: Pin, { server }: Discovered): string | undefined {
  const host = URL.parse(pin.issuer)?.host
  if (known && known.issuer !== pin.issuer)
    return `The server now sends you to ${host} to sign in; until now it was ${URL.parse(known.issuer)?.host}. Continue only if you expected that.`
  if (known && known.resource !== pin.resource)
    return `The server now calls itself ${pin.resource}; until now it was ${known.resource}. Continue only if you expected that.`
  const page = URL.parse(server.authorization_endpoint ?? '')
  if (page && page.host !== host)
    return `The sign-in page of ${host} is on another host, ${page.host}. Continue only if you know it.`
  return undefined
}
