/** Error codes of OAuth messages: RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'server_error'
  | 'temporarily_unavailable'

/** An error for OAuth clients; the message is its `error_description`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string, cause?: unknown) {
    super(description, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** One error for all problems of a code or refresh token, so that they cannot be distinguished. */
export function invalidGrant(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The code or refresh token is unknown, expired, revoked, already used, or was issued for another request',
  )
}

export function invalidClient(): OAuthError {
  return new OAuthError('invalid_client', 'The client is unknown, or failed to authenticate')
}
