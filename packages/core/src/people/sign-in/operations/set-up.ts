import { z } from 'zod'
import { recordAudit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { Email, recordOf, requiredText, Timestamp, visibleName } from '../../../fields/fields.ts'
import { newId } from '../../../ids.ts'
import { operation } from '../../../operation/operation.ts'
import type { Reader } from '../../../storage/database.ts'
import { SELF_HOSTED_PLAN } from '../../../workspaces/plans.ts'
import { allWorkspaces, insertWorkspace, queueForSetUp } from '../../../workspaces/store.ts'
import { insertMembership } from '../../members/store.ts'
import { hashNewPassword, NewPassword } from '../../passwords.ts'
import { insertUser } from '../../store.ts'
import { Device, SignedIn, startSession } from '../signed-in.ts'
import { consumeTicket, deleteTicketsFor, findTicket, issueTicket } from '../tickets.ts'

export const Link = z.object({ url: z.string(), expires_at: Timestamp }).meta({ id: 'Link' })

export const issueSetUpLink = operation({
  name: 'issue_set_up_link',
  summary: 'Create a link to set up an empty instance, valid once and for 30 minutes',
  access: 'instance:manage',
  audit: ['set_up_link.issued'],
  status: 201,
  input: z.strictObject({}),
  output: recordOf(Link),
  run: (context) =>
    context.store.write(async (tx) => {
      const { settings, now } = context
      await requireEmpty(tx)
      await recordAudit(tx, context, { action: 'set_up_link.issued' })
      const { token, expires_at } = await issueTicket(tx, { purpose: 'set_up', at: now() })
      return { data: { url: `${settings.publicUrl}/setup?token=${token}`, expires_at } }
    }),
})

export const getSetUpState = operation({
  name: 'get_set_up_state',
  summary: 'Tell whether the instance has a workspace',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(z.object({ is_set_up: z.boolean() })),
  run: ({ store: { read } }) =>
    read(async ({ db, tables: { workspaces: t } }) => {
      const [workspace] = await db.select({ id: t.id }).from(t).limit(1)
      return { data: { is_set_up: workspace !== undefined } }
    }),
})

export const checkSetUpLink = operation({
  name: 'check_set_up_link',
  summary: 'Check whether a set-up link is valid',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ token: z.string().max(200) }),
  output: recordOf(z.object({ expires_at: Timestamp })),
  run: async (context, { token }) => ({ data: await requireLink(context, token) }),
})

export const setUpInstance = operation({
  name: 'set_up_instance',
  summary: 'Create the first workspace and its owner through the set-up link, and sign the owner in',
  access: 'visit',
  audit: ['workspace.created', 'signed_in'],
  status: 201,
  input: z.strictObject({
    token: z.string().max(200),
    name: visibleName(),
    email: Email,
    password: NewPassword,
    workspace: requiredText(),
    device: Device,
  }),
  output: recordOf(SignedIn),
  async run(context, { token, name, email, password, workspace, device }) {
    await requireLink(context, token)
    const password_hash = await hashNewPassword(password, [name, email, workspace])
    return context.store.write(async (tx) => {
      const at = context.now()
      await queueForSetUp(tx, at)
      await requireEmpty(tx)
      if (!(await consumeTicket(tx, { purpose: 'set_up', token, at }))) throw badLink()
      const user = { id: newId(), name, email, password_hash, at }
      const workspace_id = newId()
      await insertUser(tx, user)
      await insertWorkspace(tx, {
        id: workspace_id,
        name: workspace,
        plan: SELF_HOSTED_PLAN,
        created_at: at,
        updated_at: at,
      })
      await insertMembership(tx, { workspace_id, user_id: user.id, role: 'owner', at })
      await deleteTicketsFor(tx, 'set_up')
      await recordAudit(tx, context, {
        action: 'workspace.created',
        workspace_id,
        subject_id: workspace_id,
        actor: user,
      })
      return { data: await startSession(tx, context, user, device) }
    })
  },
})

async function requireLink({ store: { read }, now }: Context, token: string) {
  const ticket = await read((reader) => findTicket(reader, { purpose: 'set_up', token, at: now() }))
  if (!ticket) throw badLink()
  return ticket
}

async function requireEmpty(reader: Reader): Promise<void> {
  if ((await allWorkspaces(reader)).length > 0)
    throw new AppError('conflict', 'This instance has a workspace already', { reason: 'set_up_already' })
}

function badLink(): AppError {
  return new AppError('not_found', 'This link was used, or is older than 30 minutes', { reason: 'set_up_link_over' })
}
