import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { ApplicationWithSecret } from '../applications/application.ts'
import { lockedApplication, shownApplication } from '../applications/store.ts'
import { endTokensOfRemoved } from '../clients/credentials.ts'
import { addSecret, keepNewestSecrets } from '../clients/store.ts'

const access = 'applications:manage'
/** During a rotation, the previous secret stays valid. */
const LIVE_SECRETS = 2

export const rotateApplicationSecret = operation({
  name: 'rotate_application_secret',
  summary: 'Rotate the secret of an OAuth application',
  description: 'The previous secret stays valid until the next rotation, or ends now with `revoke_previous`.',
  access,
  audit: ['application.secret_rotated'],
  status: 200,
  input: z.strictObject({ id: RecordId, revoke_previous: z.boolean().default(false) }),
  output: recordOf(ApplicationWithSecret),
  run: (context, { id, revoke_previous }) =>
    context.store.write(async (tx) => {
      const application = await lockedApplication(tx, context.caller.workspace_id, id)
      if (application.auth_method === 'none')
        throw validationError({ type: fieldError('wrong_state', 'is public: public applications have no secret') })
      await recordAudit(tx, context, { action: 'application.secret_rotated', subject_id: id })
      await keepNewestSecrets(tx, id, revoke_previous ? 0 : LIVE_SECRETS - 1)
      const client_secret = await addSecret(tx, id, context.now())
      await endTokensOfRemoved(tx, context, id)
      return { data: { ...shownApplication(application, true), client_secret } }
    }),
})

export const removeApplicationSecrets = operation({
  name: 'remove_application_secrets',
  summary: 'Remove the secrets of an OAuth application, with the tokens that it got for itself by them',
  description: 'It then authenticates by its keys alone, or not at all until a secret is created.',
  access,
  audit: ['application.secrets_removed'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { name } = await lockedApplication(tx, context.caller.workspace_id, id)
      await recordAudit(tx, context, { action: 'application.secrets_removed', subject_id: id, details: { name } })
      await keepNewestSecrets(tx, id, 0)
      await endTokensOfRemoved(tx, context, id)
    }),
})
