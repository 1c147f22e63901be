import { randomUUID } from 'node:crypto'
import { operations } from '@handrail/core'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Answer, type Instance, inject, PUBLIC_URL } from './instance.ts'

const { createApplication } = operations

type Fields = Record<string, string | undefined>
type Input = Partial<Parameters<typeof createApplication.input.parse>[0] & object>

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export interface KeyPair {
  privateKey: CryptoKey
  jwk: Record<string, unknown>
}

export async function newKey(alg = 'ES256', members: Record<string, unknown> = {}): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), ...members } }
}

/** The claims of an assertion of a client. */
export function claimsOf(client_id: string, claims: Record<string, unknown> = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  return { iss: client_id, sub: client_id, aud: PUBLIC_URL, jti: randomUUID(), iat: now, exp: now + 60, ...claims }
}

export function sign(payload: JWTPayload, key: CryptoKey | Uint8Array, header: object = {}): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', ...header }).sign(key)
}

/** The form fields of an assertion. */
export function asserted(client_assertion: string): Record<string, string> {
  return { client_assertion, client_assertion_type: ASSERTION_TYPE }
}

/** An application that acts alone in the first workspace, by default as an admin. */
export async function openProgram(
  { app, handrail, acme }: Pick<Instance, 'app' | 'handrail' | 'acme'>,
  input: Input = {},
) {
  const bound = await handrail.asSystem(acme.id)
  const { data } = await bound.invoke(createApplication, {
    name: 'Nightly sync',
    redirect_uris: [],
    scopes: ['contacts:read', 'contacts:write', 'enrollments:read'],
    client_credentials_role: 'admin',
    ...input,
  })
  const { id: client_id, client_secret = '' } = data
  const send = (path: string, fields: Fields): Promise<Answer> => {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return inject(app, { method: 'POST', path, token: null, headers, body: new URLSearchParams(given).toString() })
  }
  return {
    bound,
    client_id,
    client_secret,
    send,
    /** Requests a token with the secret, or with other credentials. */
    ask: (fields: Fields = {}) =>
      send('/oauth/token', {
        grant_type: 'client_credentials',
        ...(fields.client_assertion === undefined && { client_id, client_secret }),
        ...fields,
      }),
    get: (path: string, token: string) => inject(app, { path, token }),
  }
}

export type Program = Awaited<ReturnType<typeof openProgram>>
