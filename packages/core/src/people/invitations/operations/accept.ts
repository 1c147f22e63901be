import { z } from 'zod'
import { recordAudit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { OutputId, recordOf, visibleName } from '../../../fields/fields.ts'
import { newId } from '../../../ids.ts'
import { operation } from '../../../operation/operation.ts'
import { type Reader, type Tx, UniqueViolation } from '../../../storage/database.ts'
import { findRole, insertMembership } from '../../members/store.ts'
import { hashNewPassword, NewPassword } from '../../passwords.ts'
import { Device, SignedIn, startSession } from '../../sign-in/signed-in.ts'
import { findUser, insertUser } from '../../store.ts'
import { ReceivedInvitation } from '../invitation.ts'
import { consumeInvitation, findInvitation } from '../store.ts'

const token = z.string().max(200)

export const getInvitation = operation({
  name: 'get_invitation',
  summary: 'Get the invitation of a link',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ token }),
  output: recordOf(ReceivedInvitation),
  run: (context, { token }) =>
    context.store.read(async (reader) => ({ data: await invitationOf(reader, context, token) })),
})

export const acceptInvitation = operation({
  name: 'accept_invitation',
  summary: 'Accept an invitation with a new account, and sign in',
  description:
    'People with an account sign in first and call join_workspace: a link gives no access to an existing account.',
  access: 'visit',
  audit: ['invitation.accepted', 'signed_in'],
  status: 201,
  input: z.strictObject({ token, name: visibleName(), password: NewPassword, device: Device }),
  output: recordOf(SignedIn),
  async run(context, { token, name, password, device }) {
    const { email, workspace } = await context.store.read((reader) => invitationOf(reader, context, token))
    const password_hash = await hashNewPassword(password, [name, email, workspace])
    try {
      return await context.store.write(async (tx) => {
        const user = { id: newId(), email, name }
        await insertUser(tx, { ...user, password_hash, at: context.now() })
        await join(tx, context, user, token)
        return { data: await startSession(tx, context, user, device) }
      })
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      throw new AppError('conflict', `${email} has an account. Sign in to accept the invitation`, {
        reason: 'has_account',
      })
    }
  },
})

export const joinWorkspace = operation({
  name: 'join_workspace',
  summary: 'Accept an invitation with the account of the caller',
  access: 'account:manage',
  audit: ['invitation.accepted'],
  status: 200,
  input: z.strictObject({ token }),
  output: recordOf(z.object({ workspace_id: OutputId })),
  run: (context, { token }) =>
    context.store.write(async (tx) => {
      const { email } = await invitationOf(tx, context, token)
      const user = await findUser(tx, context.caller.id)
      if (user?.email !== email)
        throw new AppError('forbidden', `The invitation is for ${email}. Sign in with that address to accept it`, {
          reason: 'another_invited',
        })
      return { data: { workspace_id: await join(tx, context, user, token) } }
    }),
})

async function join(tx: Tx, context: Context, user: { id: string; email: string; name: string }, token: string) {
  const at = context.now()
  const invitation = await consumeInvitation(tx, { token, email: user.email, at })
  if (!invitation) throw badLink()
  const { workspace_id, role } = invitation
  // The operator may have added the person meanwhile; that role stays.
  if ((await findRole(tx, workspace_id, user.id)) === undefined)
    await insertMembership(tx, { workspace_id, user_id: user.id, role, at })
  const audited = { action: 'invitation.accepted' as const, workspace_id, subject_id: user.id, details: { role } }
  await recordAudit(tx, context, { ...audited, actor: user })
  return workspace_id
}

async function invitationOf(reader: Reader, { now }: Context, token: string) {
  const invitation = await findInvitation(reader, token, now())
  if (!invitation) throw badLink()
  return invitation
}

function badLink(): AppError {
  return new AppError('not_found', 'This invitation was accepted or revoked, or is older than 7 days', {
    reason: 'invitation_over',
  })
}
