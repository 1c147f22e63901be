import type { Refusal } from '../../auth/authorization.ts'
import { BridgeError } from '../../errors/bridge-error.ts'

/** Only a sign-in helps: there is no token, it is no longer valid, or it has too few scopes. */
export class SignInNeeded extends BridgeError {
  readonly refusal: Refusal
  readonly scopes: string | undefined

  constructor(refusal: Refusal, scopes?: string) {
    super('token_refused', 'A sign-in is needed.')
    this.name = 'SignInNeeded'
    this.refusal = refusal
    this.scopes = scopes
  }

  /** The server knows who asks, and wants more scopes for this. */
  get isStepUp(): boolean {
    return this.scopes !== undefined
  }
}
