import { eq } from 'drizzle-orm'
import type { Caller, Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Reader, Tx } from '../../storage/database.ts'

/** What an entry says beyond who and when. Details are names and roles: never a secret, never a hash of one. */
export interface Deed {
  action: string
  /** The workspace that it concerns; that of the caller when not given. */
  workspace_id?: string
  /** What was acted upon. */
  subject_id?: string
  details?: Record<string, string>
  /** Who acted, where the caller is not yet known. */
  actor?: { id: string; name: string }
}

const DOORS: Record<Caller['kind'], string> = {
  api_key: 'api',
  oauth: 'api',
  contact: 'player',
  member: 'console',
  user: 'console',
  visitor: 'console',
  system: 'command_line',
}

/** Notes in the transaction of a change who made it. */
export async function recordDeed(tx: Tx, { caller, now }: Context, deed: Deed): Promise<void> {
  const { action, workspace_id = caller.workspace_id, subject_id = null, details = {}, actor } = deed
  const at = now()
  await tx.db.insert(tx.tables.audit_entries).values({
    id: newId(),
    workspace_id: workspace_id === '' ? null : workspace_id,
    actor_id: actor?.id ?? caller.id,
    actor: actor?.name ?? (await nameOf(tx, caller)),
    door: DOORS[caller.kind],
    action,
    subject_id,
    details,
    created_at: at,
    updated_at: at,
  })
}

/** What people call a caller. */
export async function nameOf({ db, tables }: Reader, { kind, id }: Caller): Promise<string> {
  const { users, api_keys: keys, oauth_grants: grants } = tables
  if (kind === 'system') return 'Operator'
  if (kind === 'visitor') return 'Visitor'
  const people = db.select({ name: users.name }).from(users)
  const named =
    kind === 'api_key'
      ? db.select({ name: keys.name }).from(keys).where(eq(keys.id, id))
      : kind === 'oauth'
        ? people.innerJoin(grants, eq(grants.user_id, users.id)).where(eq(grants.id, id))
        : people.where(eq(users.id, id))
  return (await named)[0]?.name ?? ''
}
