import { and, eq } from 'drizzle-orm'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { commonOf, type Line, linesOf, manyOf, type Tally } from '../operation/tally.ts'
import { insertRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { AuditAction, Source } from './contract.ts'
import { subjectTypeOf } from './subject-type.ts'

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

/**
 * Adds an entry to the audit log in the transaction of the change. Within an operation for many records, actions that it counts share
 * one entry. An action on the account of a person is recorded in each workspace of the person.
 */
export async function recordAudit(tx: Tx, context: Context, audited: AuditedAction): Promise<void> {
  const { tally } = context
  const many = tally && manyOf(audited.action)
  if (tally && many && tally.actions.has(many)) return countAction(tx, context, tally, { many, audited })
  await insertEntries(tx, context, audited)
}

async function countAction(
  tx: Tx,
  context: Context,
  tally: Tally,
  { many, audited }: { many: AuditAction; audited: AuditedAction },
): Promise<void> {
  const lines = linesOf(tally, tx)
  const before = lines.get(many)
  if (!before) {
    const [line] = await insertEntries(tx, context, audited)
    if (line) lines.set(many, { ...line, count: 1 })
    return
  }
  const { application } = before.details
  const own = { ...audited.details, ...(application !== undefined && { application }) }
  const line = { id: before.id, count: before.count + 1, details: commonOf(before.details, own) }
  lines.set(many, line)
  const { audit_entries: t } = tx.tables
  const details = { ...line.details, count: String(line.count) }
  await tx.db
    .update(t)
    .set({ action: many, subject_id: null, details, updated_at: context.now() })
    .where(eq(t.id, line.id))
}

type Inserted = Pick<Line, 'id' | 'details'>

/** Inserts an entry, or one for each workspace that is concerned. */
async function insertEntries(
  tx: Tx,
  { caller, address, now }: Context,
  audited: AuditedAction,
): Promise<readonly Inserted[]> {
  const { action, workspace_id = caller.workspace_id, subject_id = null, actor } = audited
  const at = now()
  const application = await applicationOf(tx, caller)
  const entry = {
    actor_id: actor?.id ?? caller.id,
    actor: actor?.name ?? (await nameOf(tx, caller)),
    door: audited.source ?? (caller.audience === 'mcp' ? 'mcp' : SOURCES[caller.kind]),
    action,
    subject_type: subjectTypeOf(action),
    subject_id,
    address: address ?? null,
    details: { ...audited.details, ...(application !== null && { application }) },
    created_at: at,
    updated_at: at,
  }
  const isOfAccount = audited.workspace_id === undefined && workspace_id === ''
  const person = caller.kind === 'user' ? caller.id : entry.subject_type === 'user' ? subject_id : null
  const workspaces = isOfAccount ? await workspacesOf(tx, person) : [workspace_id === '' ? null : workspace_id]
  const rows = workspaces.map((id) => ({ ...entry, id: newId(), workspace_id: id }))
  for (const row of rows) await insertRow(tx, 'audit_entries', row)
  return rows
}

/** The most workspaces of a person with an entry about the account. */
const MAX_WORKSPACES = 100

/** The workspaces of a person; none for an action on the instance. */
export async function workspacesOf(
  { db, tables: { memberships: t } }: Reader,
  user_id: string | null,
): Promise<readonly (string | null)[]> {
  if (user_id === null) return [null]
  const found = await db
    .select({ id: t.workspace_id })
    .from(t)
    .where(eq(t.user_id, user_id))
    .orderBy(t.workspace_id)
    .limit(MAX_WORKSPACES)
  return found.length === 0 ? [null] : found.map(({ id }) => id)
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
export async function nameOf({ db, tables }: Reader, { kind, id }: Pick<Caller, 'kind' | 'id'>): Promise<string> {
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
