import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'

/** RFC 6749 section 5.2 in our words: the servers' descriptions are never shown. */
export function tokenFault(error: unknown, host: string): unknown {
  if (error instanceof BridgeError) return error
  if (error instanceof oauth.ResponseBodyError) return refusal(error.error, host)
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new BridgeError(
      'bad_answer',
      `The authorization server ${host} gave an answer that makes no sense (${statusOf(error)}): try later, or tell its operator.`,
    )
  return error
}

function refusal(name: string, host: string): BridgeError {
  const error = /^[a-z_]{1,40}$/.test(name) ? name : 'error'
  if (error === 'invalid_grant')
    return new BridgeError(
      'invalid_grant',
      `The authorization server ${host} no longer accepts the sign-in: sign in again.`,
    )
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return new BridgeError(
      'client_refused',
      `The authorization server ${host} does not accept this client (${error}): check the client's id and secret, or sign in again.`,
    )
  return new BridgeError(
    'sign_in_refused',
    `The authorization server ${host} refuses the request (${error}): check the options, or tell its operator.`,
    { cause: error },
  )
}

/** Only the status of the answer that the library objects to: its body may hold tokens. */
function statusOf({ cause }: Error): string {
  return cause instanceof Response ? `HTTP ${cause.status}` : 'unreadable'
}
