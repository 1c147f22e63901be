import {
  type AuthenticatedClient,
  type Context,
  findKnownClient,
  hashToken,
  invalidClient,
  type KnownClient,
  OAuthError,
  recordRefusal,
  verifyClientSecret,
} from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import type { Parameters } from '../parameters.ts'
import { verifyAssertion } from './client-assertion.ts'

interface Credentials {
  client_id: string
  secret?: string
  assertion?: string
}

/**
 * Authenticates the client of a request (RFC 6749 section 2.3): by its secret in the header or in the body, or by an assertion
 * signed with its key. A public client has no credentials.
 * @throws OAuthError `invalid_request`, `invalid_client`
 */
export async function authenticateClient(
  context: Context,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<AuthenticatedClient> {
  const assertion = parameters.get('client_assertion')
  const subject = assertion === undefined ? undefined : await subjectOf(assertion, parameters)
  const credentials = credentialsOf(request, parameters, subject)
  const client = await findKnownClient(context, credentials.client_id)
  if (!client) throw invalidClient()
  try {
    return { ...client, credential: await provedBy(context, client, credentials) }
  } catch (error) {
    await recordFailure(context, client, error)
    throw error
  }
}

/** An application belongs to a workspace, which is told of attempts in its name; other clients belong to nobody. */
async function recordFailure(context: Context, client: KnownClient, error: unknown): Promise<void> {
  const { id, name, workspace_id } = client
  if (workspace_id === null || !(error instanceof OAuthError) || error.code !== 'invalid_client') return
  const subject = { id, name }
  const refused = { action: 'application.refused', reason: 'wrong_credentials', source: 'oauth' } as const
  await recordRefusal(context, { ...refused, subject, workspace_id })
}

/**
 * An application may have secrets and keys, so that it can change from one to the other; other clients have one of them.
 * @returns the secret, as a hash, or the thumbprint of the key; null for a public client
 * @throws OAuthError `invalid_client`
 */
async function provedBy(
  context: Context,
  client: KnownClient,
  { secret, assertion }: Credentials,
): Promise<string | null> {
  const isPublic = client.auth_method === 'none'
  if (isPublic && secret === undefined && assertion === undefined) return null
  if (isPublic) throw invalidClient()
  if (assertion !== undefined && hasKeys(client)) return verifyAssertion(context, client, assertion)
  if (secret === undefined) throw invalidClient()
  const isOwn = await context.store.read((reader) => verifyClientSecret(reader, client.id, secret))
  if (isOwn) return hashToken(secret)
  throw invalidClient()
}

/** A registration that chose a secret has no use for the keys that it may have sent. */
function hasKeys({ kind, auth_method, jwks, jwks_uri }: KnownClient): boolean {
  return (kind === 'application' || auth_method === 'private_key_jwt') && (jwks !== null || jwks_uri !== null)
}

/** @param subject the subject of an assertion */
function credentialsOf({ headers }: FastifyRequest, parameters: Parameters, subject: string | undefined): Credentials {
  const { authorization } = headers
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  const client_id = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  const assertion = parameters.get('client_assertion')
  if ([basic, secret, assertion].filter((method) => method !== undefined).length > 1)
    throw new OAuthError('invalid_request', 'The request uses more than one way to authenticate the client')
  const named = basic?.client_id ?? subject
  if (named !== undefined && client_id !== undefined && client_id !== named)
    throw new OAuthError('invalid_request', 'The client_id does not match the credentials')
  const id = named ?? client_id
  if (id === undefined) throw invalidClient()
  if (basic) return basic
  return { client_id: id, ...(secret ? { secret } : {}), ...(assertion ? { assertion } : {}) }
}

/** Both halves are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function readBasic(authorization: string): Credentials {
  const encoded = /^basic +([\w+/-]+=*) *$/i.exec(authorization)?.[1]
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  if (!id || !secret) throw invalidClient()
  return { client_id: formDecode(id), secret: formDecode(secret) }
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Not form-encoded: used as it is.
    return text
  }
}

async function subjectOf(assertion: string, parameters: Parameters): Promise<string> {
  if (parameters.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    throw new OAuthError('invalid_request', 'The client_assertion_type is not supported')
  const { decodeJwt, decodeProtectedHeader } = await import('jose')
  try {
    decodeProtectedHeader(assertion)
    const { sub } = decodeJwt(assertion)
    // Nobody has signed it yet: it can be of any kind.
    if (typeof sub === 'string' && /^[\x21-\x7e]{1,2048}$/.test(sub)) return sub
  } catch (cause) {
    throw new OAuthError('invalid_client', 'The client_assertion is not a JWT', cause)
  }
  throw new OAuthError('invalid_client', 'iss and sub of the client_assertion must be the client_id')
}
