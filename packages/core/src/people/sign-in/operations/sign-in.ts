import { z } from 'zod'
import { recordAudit } from '../../../audit/record.ts'
import { recordRefusal } from '../../../audit/refusals.ts'
import type { Context } from '../../../context.ts'
import { noticeSecurity } from '../../../emails/templates/security-notice.ts'
import { AppError } from '../../../errors.ts'
import { recordOf, text } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import type { Tx } from '../../../storage/database.ts'
import { countSecondFactor, countSignIn } from '../../attempts.ts'
import { GivenPassword, isPassword } from '../../passwords.ts'
import { consumeTotp } from '../../second-factor/consume-totp.ts'
import { consumeRecoveryCode } from '../../second-factor/store.ts'
import { findUser, findUserByEmail } from '../../store.ts'
import { readKnownDevice } from '../known-device.ts'
import { beginSession, Device, SignedIn, startSession } from '../signed-in.ts'
import { consumeTicket, findTicket } from '../tickets.ts'

const known_device = z.string().max(200).default('')

export const signIn = operation({
  name: 'sign_in',
  summary: 'Sign in with e-mail address and password',
  description: 'The response and its timing do not reveal whether the account exists.',
  access: 'visit',
  audit: ['signed_in', 'sign_in.failed'],
  status: 200,
  input: z.strictObject({ email: text(320).min(1), password: GivenPassword, device: Device, known_device }),
  output: recordOf(SignedIn),
  async run(context, { email, password, device, known_device }) {
    const account = email.toLowerCase()
    const user = await context.store.read((reader) => findUserByEmail(reader, account))
    const known = readKnownDevice(context.sealer, user?.id ?? '', known_device)
    const attempt = await countSignIn(context, { account, device: known }).catch((error: unknown) =>
      refuse(context, user, error),
    )
    const isRight = await isPassword(password, user?.password_hash, context)
    if (!user || !isRight)
      return refuse(
        context,
        user,
        new AppError('forbidden', 'The e-mail address or the password is incorrect', { reason: 'wrong_password' }),
      )
    attempt.succeeded()
    return context.store.write(async (tx) => {
      const begun = await beginSession(tx, context, user, device)
      if (begun.session_token !== null && known === undefined) await noticeDevice(tx, context, user.id, device)
      return { data: begun }
    })
  },
})

export const finishSignIn = operation({
  name: 'finish_sign_in',
  summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
  access: 'visit',
  audit: ['recovery_code.used', 'signed_in', 'sign_in.failed'],
  status: 200,
  input: z.strictObject({ token: z.string().max(200), code: text(50).min(1), device: Device, known_device }),
  output: recordOf(SignedIn),
  async run(context, { token, code, device, known_device }) {
    const presented = { purpose: 'second_factor', token, at: context.now() } as const
    const user = await context.store.read(async (reader) => {
      const ticket = await findTicket(reader, presented)
      return ticket?.user_id ? findUser(reader, ticket.user_id) : undefined
    })
    if (!user) throw new AppError('not_found', 'This sign-in has expired. Start again', { reason: 'sign_in_over' })
    const known = readKnownDevice(context.sealer, user.id, known_device)
    const attempt = await countSecondFactor(context, { account: user.id, device: known }).catch((error: unknown) =>
      refuse(context, user, error),
    )
    const finish = async (tx: Tx) => {
      const byApp = await consumeTotp(tx, context, user, code)
      if (!byApp && !(await consumeRecoveryCode(tx, user.id, code)))
        throw new AppError('forbidden', 'The code is incorrect or was already used', { reason: 'wrong_code' })
      if (!(await consumeTicket(tx, presented)))
        throw new AppError('not_found', 'This sign-in was finished already. Start again', { reason: 'sign_in_over' })
      const actor = { id: user.id, name: user.name }
      if (!byApp) await recordAudit(tx, context, { action: 'recovery_code.used', subject_id: user.id, actor })
      if (known === undefined) await noticeDevice(tx, context, user.id, device)
      return { data: await startSession(tx, context, user, device) }
    }
    const signedIn = await context.store.write(finish).catch((error: unknown) => refuse(context, user, error))
    attempt.succeeded()
    return signedIn
  },
})

/** Records that a sign-in is refused, if that is the reason of an error. @throws the error */
async function refuse(
  context: Context,
  user: { id: string; name: string } | undefined,
  error: unknown,
): Promise<never> {
  const reason = error instanceof AppError ? REASONS.find((known) => known === error.reason) : undefined
  const subject = user && { id: user.id, name: user.name }
  if (reason) await recordRefusal(context, { action: 'sign_in.failed', reason, source: 'console', subject })
  throw error
}

const REASONS = ['wrong_password', 'wrong_code', 'too_many_attempts'] as const

/** Notifies the person of a sign-in on an unknown device. */
function noticeDevice(tx: Tx, context: Context, user_id: string, device: string): Promise<void> {
  return noticeSecurity(tx, context, user_id, { type: 'new_device', device })
}
