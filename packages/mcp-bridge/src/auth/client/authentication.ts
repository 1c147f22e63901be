import { createPrivateKey, webcrypto } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import type { RegisteredClient } from '../../store/credentials.ts'

const KEYS: Record<string, webcrypto.EcKeyImportParams | webcrypto.RsaHashedImportParams | 'Ed25519'> = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  EdDSA: 'Ed25519',
}

/** How a client proves at the token endpoint that it is itself (RFC 6749 section 2.3, RFC 7523 section 2.2). */
export async function authenticateClient(
  client: RegisteredClient,
  privateKey: { pem: string; algorithm: string } | undefined,
): Promise<oauth.ClientAuth> {
  const { token_endpoint_auth_method: method, client_secret: secret } = client
  if (method === 'private_key_jwt' && privateKey) return oauth.PrivateKeyJwt(await importKey(privateKey))
  if (method === 'client_secret_basic' && secret) return basic(secret)
  if (method === 'client_secret_post' && secret) return oauth.ClientSecretPost(secret)
  if (method === 'none') return oauth.None()
  throw new BridgeError(
    'client_refused',
    `The client has no credentials (${method}): give its secret in the environment.`,
  )
}

/**
 * As RFC 6749 section 2.3.1 says, but encoding only what has to be: many servers do not decode, and ids like
 * `my-client` then still are themselves.
 */
function basic(secret: string): oauth.ClientAuth {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`)
  }
}

async function importKey({ pem, algorithm }: { pem: string; algorithm: string }): Promise<webcrypto.CryptoKey> {
  const parameters = KEYS[algorithm]
  if (!parameters)
    throw new BridgeError('invalid_option', `The algorithm ${algorithm} is not one of ${Object.keys(KEYS).join(', ')}.`)
  try {
    const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
    return await webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), parameters, false, ['sign'])
  } catch (cause) {
    throw new BridgeError('invalid_option', `The client's private key is not a PEM key for ${algorithm}.`, { cause })
  }
}
