import { and, eq } from 'drizzle-orm'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { AuditAction } from './contract.ts'
import type { Source } from './entry.ts'

/** The part of an entry beyond actor and time. Details are names and roles: never a secret or its hash. */
export interface AuditedAction {
  action: AuditAction
  /** The workspace of the action; defaults to that of the caller. */
  workspace_id?: string
  /** The record of the action. */
  subject_id?: string
  details?: Record<string, string>
  /** The actor, if the caller is not yet authenticated. */
  actor?: { id: string; name: string }
  /** The source; defaults to that of the caller. */
  source?: Source
}

/** The sources outside the MCP endpoint, which accepts keys and OAuth tokens alike. */
const SOURCES: Record<Caller['kind'], Source> = {
  api_key: 'api',
  oauth: 'oauth',
  application: 'oauth',
  contact: 'player',
  member: 'console',
  user: 'console',
  visitor: 'console',
  system: 'command_line',
}

/** Adds an entry to the audit log in the transaction of the change. */
export async function recordAudit(tx: Tx, { caller, now }: Context, audited: AuditedAction): Promise<void> {
  const { action, workspace_id = caller.workspace_id, subject_id = null, actor } = audited
  const at = now()
  const application = await applicationOf(tx, caller)
  await tx.db.insert(tx.tables.audit_entries).values({
    id: newId(),
    workspace_id: workspace_id === '' ? null : workspace_id,
    actor_id: actor?.id ?? caller.id,
    actor: actor?.name ?? (await nameOf(tx, caller)),
    door: audited.source ?? (caller.audience === 'mcp' ? 'mcp' : SOURCES[caller.kind]),
    action,
    subject_id,
    details: { ...audited.details, ...(application !== null && { application }) },
    created_at: at,
    updated_at: at,
  })
}

/** The name of the application through which a person acts; null for other callers. */
export async function applicationOf(
  { db, tables }: Reader,
  { kind, workspace_id, id }: Pick<Caller, 'kind' | 'workspace_id' | 'id'>,
): Promise<string | null> {
  if (kind !== 'oauth') return null
  const { oauth_clients: clients, oauth_grants: grants } = tables
  const [client] = await db
    .select({ name: clients.name })
    .from(grants)
    .innerJoin(clients, eq(clients.id, grants.client_id))
    .where(and(eq(grants.workspace_id, workspace_id), eq(grants.id, id)))
  return client?.name ?? null
}

/** Whether a program acts, by itself or for a person. */
export function isProgram({ kind }: Pick<Caller, 'kind'>): boolean {
  return kind === 'oauth' || kind === 'api_key' || kind === 'application'
}

/** The name of a program: of the application, also of one that acts for a person, or of the key; null for people. */
export async function programOf(reader: Reader, caller: Caller): Promise<string | null> {
  return isProgram(caller) && caller.kind !== 'oauth' ? nameOf(reader, caller) : applicationOf(reader, caller)
}

/** The display name of a caller. */
export async function nameOf({ db, tables }: Reader, { kind, id }: Caller): Promise<string> {
  const { users, api_keys: keys, oauth_grants: grants, oauth_clients: clients } = tables
  if (kind === 'system') return 'Operator'
  if (kind === 'visitor') return 'Visitor'
  if (kind === 'contact') return 'Contact'
  const people = db.select({ name: users.name }).from(users)
  const named =
    kind === 'api_key'
      ? db.select({ name: keys.name }).from(keys).where(eq(keys.id, id))
      : kind === 'application'
        ? db.select({ name: clients.name }).from(clients).where(eq(clients.id, id))
        : kind === 'oauth'
          ? people.innerJoin(grants, eq(grants.user_id, users.id)).where(eq(grants.id, id))
          : people.where(eq(users.id, id))
  return (await named)[0]?.name ?? ''
}
