import { z } from 'zod'
import { nameOf, recordAudit } from '../../../audit/record.ts'
import { inviteMember } from '../../../emails/templates/account-links.ts'
import { notFound, validationError } from '../../../errors.ts'
import { fieldError } from '../../../field-errors.ts'
import { RecordId, recordOf } from '../../../fields/fields.ts'
import { newId, newSecret } from '../../../ids.ts'
import { operation } from '../../../operation/operation.ts'
import { hashToken } from '../../../secret/seal.ts'
import { UniqueViolation } from '../../../storage/database.ts'
import { DAY_MS, later } from '../../../times.ts'
import { isMember } from '../../members/store.ts'
import { Invitation, InvitationFields, NewInvitation } from '../invitation.ts'
import * as store from '../store.ts'

const INVITATION_TTL_MS = 7 * DAY_MS

export const listInvitations = operation({
  name: 'list_invitations',
  summary: 'List pending invitations, including expired ones',
  access: 'members:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(Invitation) }),
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => ({ data: await store.invitationsOf(reader, workspace_id) })),
})

export const createInvitation = operation({
  name: 'create_invitation',
  summary: 'Invite a person to the workspace by a link that is valid for 7 days',
  description: 'The link is mailed to the person if the instance has a mail server.',
  access: 'members:manage',
  audit: ['invitation.created'],
  status: 201,
  input: InvitationFields,
  output: recordOf(NewInvitation),
  async run(context, fields) {
    const { workspace_id } = context.caller
    const { token, url, times } = freshLink(context.settings.publicUrl, context.now())
    try {
      return await context.store.write(async (tx) => {
        if (await isMember(tx, { workspace_id, email: fields.email }))
          throw validationError({ email: fieldError('already_member') })
        const invited_by = await nameOf(tx, context.caller)
        const invitation = { id: newId(), ...fields, invited_by, ...times, created_at: times.updated_at }
        await store.insertInvitation(tx, { workspace_id, ...invitation, token_hash: hashToken(token) })
        const details = { email: fields.email, role: fields.role }
        await recordAudit(tx, context, { action: 'invitation.created', subject_id: invitation.id, details })
        await inviteMember(tx, context, { workspace_id, ...invitation, url })
        return { data: { ...invitation, url } }
      })
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      throw validationError({ email: fieldError('already_invited') })
    }
  },
})

export const resendInvitation = operation({
  name: 'resend_invitation',
  summary: 'Renew the link of an invitation for 7 days; the previous link stops working',
  access: 'members:manage',
  audit: ['invitation.resent'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(NewInvitation),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const { token, url, times } = freshLink(context.settings.publicUrl, context.now())
      const renewed = await store.renewInvitation(tx, { workspace_id, id, token_hash: hashToken(token), ...times })
      if (!renewed) throw notFound()
      await recordAudit(tx, context, { action: 'invitation.resent', subject_id: id, details: { email: renewed.email } })
      await inviteMember(tx, context, { ...renewed, url })
      return { data: { ...renewed, url } }
    }),
})

export const revokeInvitation = operation({
  name: 'revoke_invitation',
  summary: 'Revoke an invitation',
  access: 'members:manage',
  audit: ['invitation.revoked'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const revoked = await store.deleteInvitation(tx, context.caller.workspace_id, id)
      if (!revoked) throw notFound()
      await recordAudit(tx, context, {
        action: 'invitation.revoked',
        subject_id: id,
        details: { email: revoked.email },
      })
    }),
})

function freshLink(publicUrl: string, at: string) {
  const token = newSecret()
  const expires_at = later(at, INVITATION_TTL_MS)
  return { token, url: `${publicUrl}/invitation?token=${token}`, times: { expires_at, updated_at: at } }
}
