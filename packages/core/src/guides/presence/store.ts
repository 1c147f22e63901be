import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Reader, Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { later } from '../../times.ts'

/** Editors who have not reported for this long count as absent: more than three reporting intervals of pages. */
const PRESENCE_TTL_MS = 20_000
/** More than pages can show. */
const MAX_OTHERS = 20

interface PresenceKey {
  workspace_id: string
  guide_id: string
  user_id: string
}

/** @returns whether an editor is new, or at another step than before */
export async function storePresence(tx: Tx, key: PresenceKey, step_id: string | null): Promise<boolean> {
  const { draft_presences: presences } = tx.tables
  const { workspace_id, guide_id, user_id } = presences
  const [before] = await tx.db
    .select({ step_id: presences.step_id, seen_at: presences.seen_at })
    .from(presences)
    .where(at(presences, key))
  const seen = { step_id, seen_at: tx.time }
  await tx.db
    .insert(presences)
    .values({ ...key, ...seen })
    .onConflictDoUpdate({ target: [workspace_id, guide_id, user_id], set: seen })
  return before?.step_id !== step_id || before.seen_at <= later(tx.time, -PRESENCE_TTL_MS)
}

export async function deletePresence(tx: Tx, key: PresenceKey): Promise<void> {
  const { draft_presences: t } = tx.tables
  await tx.db.delete(t).where(at(t, key))
}

function at(t: Tables['draft_presences'], { workspace_id, guide_id, user_id }: PresenceKey) {
  return and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), eq(t.user_id, user_id))
}

/** The other members who edit the same draft now. */
export async function othersAt({ db, tables }: Reader, key: PresenceKey, now: string) {
  const { draft_presences: t, memberships, users } = tables
  return db
    .select({ user_id: t.user_id, name: users.name, step_id: t.step_id })
    .from(t)
    .innerJoin(memberships, and(eq(memberships.workspace_id, t.workspace_id), eq(memberships.user_id, t.user_id)))
    .innerJoin(users, eq(users.id, t.user_id))
    .where(
      and(
        eq(t.workspace_id, key.workspace_id),
        eq(t.guide_id, key.guide_id),
        ne(t.user_id, key.user_id),
        gt(t.seen_at, later(now, -PRESENCE_TTL_MS)),
      ),
    )
    .orderBy(asc(users.name), asc(t.user_id))
    .limit(MAX_OTHERS)
}

/** Deletes editors who have stopped reporting. */
export async function forgetOldPresences(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -PRESENCE_TTL_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'draft_presences', [['seen_at', '<', oldest]], rows))
}
