import type { Access, Scope } from './access/scopes.ts'
import type { Plan } from './workspaces/plans.ts'

/** The endpoint at which a token is shown. A token for the MCP endpoint alone is good at no other (RFC 8707). */
export type Audience = 'rest' | 'mcp'

/** The caller of an operation with its workspace and rights. */
export interface Caller {
  /**
   * A member acts in a workspace, a contact in an enrollment, a user on their own account, and a visitor is whoever has
   * not signed in. `oauth` acts for a person, through an application that the person has connected; an `application` acts
   * alone.
   */
  readonly kind: 'api_key' | 'oauth' | 'application' | 'member' | 'contact' | 'user' | 'visitor' | 'system'
  /**
   * The credential, by which requests are counted and idempotency keys are kept; of OAuth tokens the grant, or the
   * client that acts alone, of a contact the enrollment that it follows, of a visitor the network address.
   */
  readonly id: string
  /** For a contact who is a participant: the id of it. Undefined for the primary contact of the enrollment. */
  readonly participant_id?: string
  /** For the primary contact of an enrollment: the contact as its link was read. Another one may succeed meanwhile. */
  readonly contact_id?: string
  /** For a visitor whose address was sent by an undeclared proxy: the address of the proxy. */
  readonly forwarder?: string
  /** Empty if no workspace is concerned. */
  readonly workspace_id: string
  /** The session through which a person acts. */
  readonly session_id?: string
  readonly rights: ReadonlySet<Access>
  /** The rights of the person for whom an application acts, or of the role with which it acts alone: its token may have fewer. */
  readonly person_rights?: ReadonlySet<Access>
  /** For callers with a token: the endpoint that it was presented to. */
  readonly audience?: Audience
  /** The scopes that an OAuth token was granted; it can use those that the person's role still allows. */
  readonly granted?: ReadonlySet<Scope>
  readonly plan: Plan
  /** For a token: its expiry; null if it does not expire. */
  readonly expires_at?: string | null
}
