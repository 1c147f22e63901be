import { and, eq } from 'drizzle-orm'
import { hashToken } from '../../secret/seal.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { EnrollmentRow } from '../store.ts'
import { tokenHashOf } from './token.ts'

interface EnrollmentKey {
  workspace_id: string
  enrollment_id: string
}

/** Stores the token hash of a deleted enrollment, so that its link can name the workspace. */
export async function insertCancelledLink(tx: Tx, enrollment: EnrollmentRow): Promise<void> {
  const { workspace_id, id } = enrollment
  await tx.db
    .insert(tx.tables.cancelled_links)
    .values({ workspace_id, enrollment_id: id, token_hash: tokenHashOf(enrollment), cancelled_at: tx.stamp })
}

export async function findCancelledLink(
  reader: Reader,
  { workspace_id, enrollment_id }: EnrollmentKey,
): Promise<boolean> {
  const { cancelled_links: links } = reader.tables
  const rows = await reader.db
    .select({ enrollment_id: links.enrollment_id })
    .from(links)
    .where(and(eq(links.workspace_id, workspace_id), eq(links.enrollment_id, enrollment_id)))
  return rows.length > 0
}

/** The deleted enrollment of a token, the counterpart of `findByAccessToken`. */
export async function findCancelledByToken(reader: Reader, access_token: string) {
  const { cancelled_links: links, workspaces } = reader.tables
  const [found] = await reader.db
    .select({ id: links.enrollment_id, workspace_id: links.workspace_id, plan: workspaces.plan })
    .from(links)
    .innerJoin(workspaces, eq(workspaces.id, links.workspace_id))
    .where(eq(links.token_hash, hashToken(access_token)))
  return found
}
