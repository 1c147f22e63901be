import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { forgetInbox } from '../../enrollments/inbox/store.ts'
import { lockAssigned, releaseEnrollments } from '../../enrollments/move.ts'
import { AppError, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Paging, pageOf, recordOf } from '../../fields/fields.ts'
import { forgetDefaultAssignee } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import { openCursor, sealCursor } from '../../records/lists/cursor.ts'
import type { Tx } from '../../storage/database.ts'
import { GivenPassword } from '../passwords.ts'
import { requirePassword } from '../require-password.ts'
import { Colleague, Member, MemberReference, MemberRole, OwnRights, TeamMember } from './member.ts'
import * as store from './store.ts'

/** The name of the list in its cursors. */
const TEAM = 'members'

export const listMembers = operation({
  name: 'list_members',
  summary: 'List the members of the workspace, by name',
  access: 'members:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(Member) }),
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => ({ data: await store.membersOf(reader, workspace_id) })),
})

export const listColleagues = operation({
  name: 'list_colleagues',
  summary: 'List the members that enrollments can be assigned to, by name',
  access: 'workspace:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(Colleague) }),
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => ({ data: await store.membersOf(reader, workspace_id) })),
})

export const listTeamMembers = operation({
  name: 'list_team_members',
  summary: 'List the members of the workspace, newest first',
  description: 'Whoever has left the workspace, and invitations that were not accepted, are not listed.',
  access: 'members:read',
  does: ['reads'],
  route: 'GET /members',
  status: 200,
  input: z.strictObject({ ...Paging }),
  output: pageOf(TeamMember),
  run: ({ caller: { workspace_id }, sealer, store: { read } }, { page, per_page, cursor }) =>
    read(async (reader) => {
      if (cursor !== undefined && page !== undefined)
        throw validationError({ cursor: fieldError('not_together', 'cannot be combined with page') })
      if (cursor === undefined) {
        const [number, total] = [page ?? 1, await store.countMembers(reader, workspace_id)]
        const data = await store.newestMembers(reader, workspace_id, {
          limit: per_page,
          offset: (number - 1) * per_page,
        })
        return { data, meta: { page: number, per_page, total, total_pages: Math.ceil(total / per_page) } }
      }
      const after = cursor === '' ? undefined : openCursor(sealer, TEAM, cursor)
      const found = await store.newestMembers(reader, workspace_id, { limit: per_page + 1, after })
      const data = found.slice(0, per_page)
      const last = found.length > per_page ? data.at(-1) : undefined
      return { data, meta: { per_page, next_cursor: last ? sealCursor(sealer, TEAM, last) : null } }
    }),
})

export const getOwnMembership = operation({
  name: 'get_own_membership',
  summary: 'Get the role of the caller in the workspace, and its rights',
  access: 'workspace:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(OwnRights),
  run: ({ caller: { workspace_id, id, rights }, store: { read } }) =>
    read(async (reader) => ({
      data: { role: (await store.findRole(reader, workspace_id, id)) ?? '', rights: [...rights] },
    })),
})

export const setUnassignedMail = operation({
  name: 'set_unassigned_mail',
  summary: 'Choose whether you get mail about enrollments without an assignee',
  description:
    'Questions, requests for new links and completions of such enrollments are mailed to the owner and the admins.',
  access: 'members:manage',
  unaudited: 'own',
  status: 204,
  input: z.strictObject({ gets_unassigned_mail: z.boolean() }),
  output: z.void(),
  run: ({ caller: { kind, workspace_id, id }, store: { write } }, { gets_unassigned_mail }) =>
    write(async (tx) => {
      const isMember =
        kind === 'member' && (await store.storeUnassignedMail(tx, { workspace_id, user_id: id, gets_unassigned_mail }))
      if (!isMember) throw new AppError('conflict', 'This is a setting of members: sign in as a member')
    }),
})

export const changeMemberRole = operation({
  name: 'change_member_role',
  summary: 'Change the role of a member; the role of the owner changes only by transferring ownership',
  access: 'members:manage',
  audit: ['member.role_changed'],
  status: 204,
  input: MemberRole,
  output: z.void(),
  run: (context, { user_id, role }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const previous = await requireNotOwner(tx, workspace_id, user_id)
      if (!(await store.updateRole(tx, { workspace_id, user_id, role, at: context.now() }))) throw notFound()
      await context.tokens.forgetAfter(tx)
      await recordAudit(tx, context, {
        action: 'member.role_changed',
        subject_id: user_id,
        details: { former: previous, role },
      })
    }),
})

export const removeMember = operation({
  name: 'remove_member',
  summary: 'Remove a member from the workspace; the account stays',
  access: 'members:manage',
  audit: ['member.removed'],
  status: 204,
  input: MemberReference,
  output: z.void(),
  run: (context, { user_id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const role = await requireNotOwner(tx, workspace_id, user_id)
      await lockAssigned(tx, { workspace_id, assignee_id: user_id })
      if (!(await store.deleteMembership(tx, { workspace_id, user_id }))) throw notFound()
      await releaseEnrollments(tx, context, user_id)
      await forgetDefaultAssignee(tx, workspace_id, user_id)
      await forgetInbox(tx, workspace_id, user_id)
      // The connections of the person end with the membership.
      await context.tokens.forgetAfter(tx)
      await recordAudit(tx, context, { action: 'member.removed', subject_id: user_id, details: { role } })
    }),
})

export const transferOwnership = operation({
  name: 'transfer_ownership',
  summary: 'Transfer ownership to another member; the previous owner becomes an admin',
  access: 'workspace:manage',
  audit: ['ownership.transferred'],
  status: 204,
  input: MemberReference.extend({ password: GivenPassword.describe('Password of the owner') }),
  output: z.void(),
  async run(context, { user_id, password }) {
    await requirePassword(context, password)
    await context.store.write((tx) => transfer(tx, context, user_id))
  },
})

/** In this order, because a unique index allows one owner at a time. */
async function transfer(tx: Tx, context: Context, user_id: string): Promise<void> {
  const { workspace_id } = context.caller
  const at = context.now()
  await requireNotOwner(tx, workspace_id, user_id)
  const previous = await store.demoteOwner(tx, { workspace_id, at })
  // Of two concurrent transfers, the second has a caller who is no longer the owner.
  if (previous !== context.caller.id)
    throw new AppError('forbidden', 'You are no longer the owner', { reason: 'owner_no_more' })
  if (!(await store.updateRole(tx, { workspace_id, user_id, role: 'owner', at }))) throw notFound()
  await context.tokens.forgetAfter(tx)
  await recordAudit(tx, context, {
    action: 'ownership.transferred',
    subject_id: user_id,
    details: { former: previous },
  })
}

async function requireNotOwner(tx: Tx, workspace_id: string, user_id: string): Promise<string> {
  const role = await store.findRole(tx, workspace_id, user_id)
  if (role === undefined) throw notFound()
  if (role === 'owner')
    throw new AppError('conflict', 'The owner keeps this role until ownership is transferred', {
      reason: 'owner_keeps_role',
    })
  return role
}
