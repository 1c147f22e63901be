/** The codes of errors that a person can correct. Callers switch on them. */
export type BridgeErrorCode =
  | 'unreachable'
  | 'bad_answer'
  | 'no_oauth'
  | 'issuer_mismatch'
  | 'resource_mismatch'
  | 'no_pkce'
  | 'insecure_address'
  | 'registration_refused'
  | 'client_refused'
  | 'token_refused'
  | 'sign_in_refused'
  | 'sign_in_failed'
  | 'sign_in_timeout'
  | 'sign_in_cancelled'
  | 'too_many_sign_ins'
  | 'insufficient_scope'
  | 'invalid_grant'
  | 'timeout'
  | 'store_unusable'
  | 'keychain_locked'
  | 'invalid_option'
  | 'unanswered'

/** A fault in one sentence that says what to do: for stderr, for a JSON-RPC error, never with a token or a stack. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode

  constructor(code: BridgeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BridgeError'
    this.code = code
  }
}
