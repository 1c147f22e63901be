import type { BridgeError } from '../../../errors/bridge-error.ts'
import type { Entry, RegisteredClient, Tokens } from '../../../store/credentials.ts'
import type { AuthorizationContext } from '../../context.ts'
import type { Plan } from '../plan.ts'

/** A sign-in that has begun: the person has to act now. */
export interface Begun {
  url: string
  userCode?: string
  /** @throws BridgeError */
  tokens: Promise<Tokens>
  client: RegisteredClient
  paste(redirectAddress: string): Promise<void>
  /**
   * Frees what it holds; `tokens` fails if it was still pending. The person learns only now that it went well.
   * @param reason why it did not
   */
  end(reason?: BridgeError): Promise<void>
}

/** The input of a grant. */
export interface Beginning {
  context: AuthorizationContext
  plan: Plan
  entry: Entry | undefined
  /** The client to sign in with; a new one is registered for the port where there is none. */
  clientFor(port: number): Promise<RegisteredClient>
  /** The port that the client was registered with, since some servers compare it. */
  preferredPort: number
}
