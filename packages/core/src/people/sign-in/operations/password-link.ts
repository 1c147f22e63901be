import { z } from 'zod'
import { recordAudit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { mailPasswordLink } from '../../../emails/templates/account-links.ts'
import { noticeSecurity } from '../../../emails/templates/security-notice.ts'
import { AppError } from '../../../errors.ts'
import { Email, recordOf } from '../../../fields/fields.ts'
import { grantsOfPerson, revokeGrant } from '../../../oauth/tokens/grants.ts'
import { operation } from '../../../operation/operation.ts'
import type { Reader, Tx } from '../../../storage/database.ts'
import { countLinkRequest } from '../../attempts.ts'
import { hashNewPassword, NewPassword } from '../../passwords.ts'
import { clearSecondFactor } from '../../second-factor/store.ts'
import { findUser, findUserByEmail, personalTexts, updateUser } from '../../store.ts'
import { beginSession, Device, SignedIn } from '../signed-in.ts'
import { deleteSessions } from '../store.ts'
import { consumeTicket, deleteTickets, findTicket, issueTicket } from '../tickets.ts'
import { Link } from './set-up.ts'

export const issuePasswordLink = operation({
  name: 'issue_password_link',
  summary: 'Create a link to choose a password, valid once and for an hour',
  description:
    'For the operator only: otherwise an admin of one workspace could take over an account that is in another workspace too.',
  access: 'instance:manage',
  audit: ['password_link.issued', 'password_link.issued_without_second_factor'],
  status: 201,
  input: z.strictObject({
    email: Email,
    remove_second_factor: z
      .boolean()
      .default(false)
      .describe('Removes the second factor too, for people who have lost the device and the recovery codes'),
  }),
  output: recordOf(Link),
  run: (context, { email, remove_second_factor }) =>
    context.store.write(async (tx) => {
      const at = context.now()
      const user = await findUserByEmail(tx, email)
      if (!user) throw new AppError('not_found', `There is no account with the e-mail address ${email}`)
      if (remove_second_factor) {
        await clearSecondFactor(tx, user.id, at)
        await noticeSecurity(tx, context, user.id, { type: 'second_factor_removed' })
      }
      const link = await issueLink(tx, context, user.id)
      const action = remove_second_factor ? 'password_link.issued_without_second_factor' : 'password_link.issued'
      await recordAudit(tx, context, { action, subject_id: user.id })
      return { data: link }
    }),
})

export const requestPasswordLink = operation({
  name: 'request_password_link',
  summary: 'Request a link to choose a password by mail, if there is an account with the address',
  description: 'The response and its timing do not reveal whether there is one.',
  access: 'visit',
  audit: ['password_link.requested'],
  status: 204,
  input: z.strictObject({ email: Email }),
  output: z.void(),
  async run(context, { email }) {
    if (!(await context.store.read(context.mail.sends)))
      throw new AppError('unavailable', 'This instance sends no mail. Ask the operator for a link', {
        reason: 'no_mail_server',
      })
    await countLinkRequest(context, email)
    context.background.run(() => mailLink(context, email))
  },
})

function mailLink(context: Context, email: string): Promise<void> {
  return context.store.write(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return
    const link = await issueLink(tx, context, user.id)
    await recordAudit(tx, context, { action: 'password_link.requested', subject_id: user.id, actor: ANONYMOUS })
    await mailPasswordLink(tx, context, user, link)
  })
}

/** A visitor who enters an address is not authenticated. */
const ANONYMOUS = { id: 'visitor', name: 'Somebody who was not signed in' }

async function issueLink(tx: Tx, { settings, now }: Context, user_id: string) {
  const { token, expires_at } = await issueTicket(tx, { purpose: 'password', user_id, at: now() })
  return { url: `${settings.publicUrl}/reset-password?token=${token}`, expires_at }
}

export const checkPasswordLink = operation({
  name: 'check_password_link',
  summary: 'Get the account that a password link is for',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ token: z.string().max(200) }),
  output: recordOf(
    z.object({
      email: z.string(),
      name: z.string(),
      connections: z
        .array(z.object({ application: z.string(), workspace: z.string() }))
        .describe('Connected applications of the person'),
    }),
  ),
  run: (context, { token }) =>
    context.store.read(async (reader) => {
      const person = await personOf(reader, context, token)
      return { data: { ...person, connections: await grantsOfPerson(reader, person.id) } }
    }),
})

export const resetPassword = operation({
  name: 'reset_password',
  summary: 'Choose a password through a link; all sessions end, and a new one starts',
  access: 'visit',
  audit: ['password.reset', 'application.disconnected', 'signed_in'],
  status: 200,
  input: z.strictObject({
    token: z.string().max(200),
    password: NewPassword,
    disconnect: z.boolean().default(true).describe('Whether connected applications are disconnected too'),
    device: Device,
  }),
  output: recordOf(SignedIn),
  async run(context, { token, password, disconnect, device }) {
    const { user, personal } = await context.store.read(async (reader) => {
      const person = await personOf(reader, context, token)
      return { user: person, personal: await personalTexts(reader, person.id) }
    })
    const password_hash = await hashNewPassword(password, personal)
    return context.store.write(async (tx) => {
      const at = context.now()
      if (!(await consumeTicket(tx, { purpose: 'password', token, at }))) throw badLink()
      await updateUser(tx, user.id, { password_hash, at })
      await deleteSessions(tx, { user_id: user.id })
      await deleteTickets(tx, user.id)
      await recordAudit(tx, context, { action: 'password.reset', subject_id: user.id, actor: user })
      await noticeSecurity(tx, context, user.id, { type: 'password_changed' })
      if (disconnect) await disconnectAll(tx, context, user)
      return { data: await beginSession(tx, context, user, device) }
    })
  },
})

/** A person who knew the password may have connected applications. */
async function disconnectAll(tx: Tx, context: Context, user: { id: string; name: string }): Promise<void> {
  const at = context.now()
  for (const { workspace_id, id, application } of await grantsOfPerson(tx, user.id)) {
    await revokeGrant(tx, { workspace_id, id, reason: 'revoked_by_person', at })
    const audited = { workspace_id, subject_id: id, actor: user, details: { application } }
    await recordAudit(tx, context, { action: 'application.disconnected', ...audited })
  }
  await context.tokens.forgetAfter(tx)
}

async function personOf(reader: Reader, { now }: Context, token: string) {
  const ticket = await findTicket(reader, { purpose: 'password', token, at: now() })
  const user = ticket?.user_id ? await findUser(reader, ticket.user_id) : undefined
  if (!user) throw badLink()
  return user
}

function badLink(): AppError {
  return new AppError('not_found', 'This link was used, or is older than an hour', { reason: 'password_link_over' })
}
