import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { noticeSecurity } from '../../emails/templates/security-notice.ts'
import { AppError, notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { recordOf, text } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { countSecondFactor } from '../attempts.ts'
import { GivenPassword } from '../passwords.ts'
import { requirePassword } from '../require-password.ts'
import { findUser } from '../store.ts'
import { consumeTotp } from './consume-totp.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import * as store from './store.ts'
import { newTotpSecret, totpUri } from './totp.ts'

const WithPassword = z.strictObject({ password: GivenPassword })
const RecoveryCodes = recordOf(z.object({ recovery_codes: z.array(z.string()).describe('Returned only once') }))

export const offerSecondFactor = operation({
  name: 'offer_second_factor',
  summary: 'Create a secret for an authenticator app; confirm it with a code of the app to activate it',
  access: 'account:manage',
  unaudited: 'own',
  status: 204,
  input: WithPassword,
  output: z.void(),
  async run(context, { password }) {
    await requirePassword(context, password)
    const sealed = context.sealer.seal(newTotpSecret())
    const isStored = await context.store.write((tx) => store.storeOffer(tx, context.caller.id, sealed))
    if (!isStored) throw alreadyOn()
  },
})

export const getSecondFactorOffer = operation({
  name: 'get_second_factor_offer',
  summary: 'Get the secret that is not yet activated, for the authenticator app',
  access: 'account:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(z.object({ secret: z.string(), uri: z.string().describe('For the QR code (otpauth:)') })),
  run: ({ caller, store: { read }, sealer }) =>
    read(async (reader) => {
      const user = await findUser(reader, caller.id)
      if (!user?.sealed_totp_secret || user.second_factor_since !== null) throw notFound()
      const secret = sealer.open(user.sealed_totp_secret)
      return { data: { secret, uri: totpUri(secret, user.email) } }
    }),
})

export const confirmSecondFactor = operation({
  name: 'confirm_second_factor',
  summary: 'Activate the second factor with a code of the authenticator app',
  access: 'account:manage',
  audit: ['second_factor.added'],
  status: 200,
  input: z.strictObject({ code: text(50).min(1) }),
  output: RecoveryCodes,
  async run(context, { code }) {
    const { id } = context.caller
    const attempt = await countSecondFactor(context, { account: id, device: context.caller.session_id })
    const confirmed = await context.store.write(async (tx) => {
      const user = await findUser(tx, id)
      if (!user || !(await consumeTotp(tx, context, user, code)))
        throw validationError({ code: fieldError('wrong_code') })
      if (!(await store.confirmOffer(tx, id, context.now()))) throw alreadyOn()
      const recovery_codes = newRecoveryCodes()
      await store.replaceRecoveryCodes(tx, id, recovery_codes)
      await recordAudit(tx, context, { action: 'second_factor.added', subject_id: id })
      await noticeSecurity(tx, context, id, { type: 'second_factor_added' })
      return { data: { recovery_codes } }
    })
    attempt.succeeded()
    return confirmed
  },
})

export const removeSecondFactor = operation({
  name: 'remove_second_factor',
  summary: 'Remove the second factor',
  access: 'account:manage',
  audit: ['second_factor.removed'],
  status: 204,
  input: WithPassword,
  output: z.void(),
  async run(context, { password }) {
    await requirePassword(context, password)
    await context.store.write(async (tx) => {
      await store.clearSecondFactor(tx, context.caller.id, context.now())
      await recordAudit(tx, context, { action: 'second_factor.removed', subject_id: context.caller.id })
      await noticeSecurity(tx, context, context.caller.id, { type: 'second_factor_removed' })
    })
  },
})

export const renewRecoveryCodes = operation({
  name: 'renew_recovery_codes',
  summary: 'Create new recovery codes; the previous ones stop working',
  access: 'account:manage',
  audit: ['recovery_codes.renewed'],
  status: 200,
  input: WithPassword,
  output: RecoveryCodes,
  async run(context, { password }) {
    await requirePassword(context, password)
    const { id } = context.caller
    const recovery_codes = newRecoveryCodes()
    return context.store.write(async (tx) => {
      const user = await findUser(tx, id)
      if (!user?.second_factor_since)
        throw new AppError('conflict', 'The account has no second factor', { reason: 'no_second_factor' })
      await store.replaceRecoveryCodes(tx, id, recovery_codes)
      await recordAudit(tx, context, { action: 'recovery_codes.renewed', subject_id: id })
      return { data: { recovery_codes } }
    })
  },
})

function alreadyOn(): AppError {
  return new AppError('conflict', 'The account has a second factor already', { reason: 'second_factor_already' })
}
