import { and, asc, eq, gt } from 'drizzle-orm'
import { hashToken } from '../../secret/seal.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

type InvitationRow = Tables['invitations']['$inferSelect']

export async function insertInvitation(tx: Tx, invitation: InvitationRow): Promise<void> {
  await tx.db.insert(tx.tables.invitations).values(invitation)
}

/** The pending invitations of a workspace, including expired ones. */
export async function invitationsOf(reader: Reader, workspace_id: string): Promise<InvitationRow[]> {
  const { invitations } = reader.tables
  return reader.db
    .select()
    .from(invitations)
    .where(eq(invitations.workspace_id, workspace_id))
    .orderBy(asc(invitations.email))
}

/** Renews the token and expiry of an invitation; the previous link stops working. */
export async function renewInvitation(
  tx: Tx,
  {
    workspace_id,
    id,
    ...changes
  }: Pick<InvitationRow, 'workspace_id' | 'id' | 'token_hash' | 'expires_at' | 'updated_at'>,
): Promise<InvitationRow | undefined> {
  const { invitations } = tx.tables
  const [renewed] = await tx.db
    .update(invitations)
    .set(changes)
    .where(and(eq(invitations.workspace_id, workspace_id), eq(invitations.id, id)))
    .returning()
  return renewed
}

export async function deleteInvitation(tx: Tx, workspace_id: string, id: string): Promise<InvitationRow | undefined> {
  const { invitations } = tx.tables
  const [deleted] = await tx.db
    .delete(invitations)
    .where(and(eq(invitations.workspace_id, workspace_id), eq(invitations.id, id)))
    .returning()
  return deleted
}

/** The invitation of a link, without consuming it. */
export async function findInvitation(reader: Reader, token: string, at: string) {
  const { invitations, workspaces } = reader.tables
  const [invitation] = await reader.db
    .select({
      workspace: workspaces.name,
      email: invitations.email,
      role: invitations.role,
      message: invitations.message,
      invited_by: invitations.invited_by,
      expires_at: invitations.expires_at,
    })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspace_id))
    .where(and(eq(invitations.token_hash, hashToken(token)), gt(invitations.expires_at, at)))
  return invitation
}

/** Consumes an invitation: of several concurrent requests, one gets it. */
export async function consumeInvitation(
  tx: Tx,
  { token, email, at }: { token: string; email: string; at: string },
): Promise<InvitationRow | undefined> {
  const { invitations } = tx.tables
  const [invitation] = await tx.db
    .delete(invitations)
    .where(
      and(eq(invitations.token_hash, hashToken(token)), eq(invitations.email, email), gt(invitations.expires_at, at)),
    )
    .returning()
  return invitation
}
