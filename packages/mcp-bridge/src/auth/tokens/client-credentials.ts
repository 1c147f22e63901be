import { BridgeError } from '../../errors/bridge-error.ts'
import type { Tokens } from '../../store/credentials.ts'
import type { Held } from '../../store/store.ts'
import type { Refusal } from '../authorization.ts'
import { givenClient } from '../client/registration.ts'
import type { AuthorizationContext } from '../context.ts'
import { newDpopKey } from '../dpop.ts'
import { refusesDpop } from '../sign-in/binding.ts'
import { planSignIn } from '../sign-in/plan.ts'
import { requestAsClient } from '../token-endpoint/requests.ts'

/**
 * The client credentials grant (RFC 6749 section 4.4): a service's own sign-in, without a person or a refresh token.
 * @param refusal of the token held: a bound one that was refused without a challenge for such is followed by one that is not
 */
export async function refreshAsClient(
  context: AuthorizationContext,
  held: Held,
  refusal: Refusal | undefined,
): Promise<Tokens> {
  const { options, http, now } = context
  const plan = await planSignIn(context, held.entry, { openBrowser: false, ...(refusal && { refusal }) })
  const client = givenClient(context.client, plan.server)
  if (!client)
    throw new BridgeError(
      'invalid_option',
      'Client credentials need a client: give --client-id, and its secret in the environment.',
    )
  if (plan.notice)
    throw new BridgeError(
      'issuer_mismatch',
      `${plan.notice} ${options.command ?? 'mcp-bridge'} clear-cache forgets the old one.`,
    )
  const request = {
    http,
    now,
    server: plan.server,
    client,
    privateKey: options.client?.privateKey,
    resource: plan.resourceParameter,
    ...(plan.bindsTokens && { dpop: await newDpopKey() }),
  }
  const tokens = await requestAsClient(request, plan.scopes)
  const { endpoints: _, refuses_dpop: __, ...credentials } = held.entry.credentials
  const known = { ...credentials, client, tokens, ...(refusesDpop(plan, options) && { refuses_dpop: true as const }) }
  await held.write({ ...held.entry, pin: plan.pin, credentials: known })
  return tokens
}
