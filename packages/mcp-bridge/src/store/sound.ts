import { isObject, type JsonObject } from '../json.ts'
import type { Credentials, History, Pin } from './credentials.ts'

type Kind = 'string' | 'number' | 'object'
type Shape = Readonly<Record<string, Kind | `${Kind}?`>>

/** The checks of a stored token, client and so on, after which the rest of the program trusts its type. */
const TOKENS: Shape = {
  access_token: 'string',
  obtained_at: 'number',
  refresh_token: 'string?',
  expires_at: 'number?',
  scope: 'string?',
  refresh_expires_at: 'number?',
  refresh_lifetime: 'number?',
  account: 'object?',
  dpop_key: 'object?',
}
const CLIENT: Shape = {
  client_id: 'string',
  token_endpoint_auth_method: 'string',
  client_secret: 'string?',
  redirect_port: 'number?',
}
const ENDPOINTS: Shape = { token_endpoint: 'string', revocation_endpoint: 'string?', resource_parameter: 'string?' }
const LAST_ERROR: Shape = { code: 'string', message: 'string', at: 'number' }

/** Credentials that somebody's editor, or a disk, has damaged in one place are worth nothing: a sign-in makes new ones. */
export function isCredentials(value: unknown): value is Credentials {
  if (!isObject(value)) return false
  const { tokens, static_token: made, endpoints, client, registrations, requested_scopes: scopes } = value
  return (
    (tokens === undefined || has(tokens, TOKENS)) &&
    (made === undefined || typeof made === 'string') &&
    (endpoints === undefined || (has(endpoints, ENDPOINTS) && areAddresses(endpoints))) &&
    (client === undefined || has(client, CLIENT)) &&
    isObject(registrations) &&
    Object.values(registrations).every((one) => has(one, CLIENT)) &&
    (scopes === undefined || areTexts(scopes))
  )
}

export function isHistory(value: unknown): value is History {
  if (!isObject(value)) return false
  const { signed_in_at: at, failures, failed_at: failed, last_error: error } = value
  return (
    Array.isArray(at) &&
    at.every(isNumber) &&
    isNumber(failures) &&
    (failed === undefined || isNumber(failed)) &&
    (error === undefined || has(error, LAST_ERROR))
  )
}

export function isPin(value: unknown): value is Pin {
  return has(value, { issuer: 'string', resource: 'string' }) && URL.canParse(String(value.issuer))
}

function has(value: unknown, shape: Shape): value is JsonObject {
  if (!isObject(value)) return false
  return Object.entries(shape).every(([name, kind]) => {
    const member = value[name]
    if (member === undefined) return kind.endsWith('?')
    if (kind.startsWith('object')) return isObject(member)
    return kind.startsWith('number')
      ? isNumber(member)
      : typeof member === 'string' && (kind.endsWith('?') || member !== '')
  })
}

function areAddresses({ token_endpoint, revocation_endpoint }: JsonObject): boolean {
  return [token_endpoint, revocation_endpoint].every((one) => one === undefined || URL.canParse(String(one)))
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Most are times, in milliseconds, which dates have to hold. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15
}
