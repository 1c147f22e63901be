import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Paging, pageOf, RecordId, recordOf } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { isSame } from '../../records/changes.ts'
import { listRecords } from '../../records/lists/lists.ts'
import {
  Application,
  ApplicationChanges,
  ApplicationFields,
  ApplicationWithSecret,
} from '../applications/application.ts'
import * as store from '../applications/store.ts'
import type { AuthMethod } from '../clients/client.ts'
import { addSecret, insertClient, keepNewestSecrets } from '../clients/store.ts'

const access = 'applications:manage'
/** During a rotation, the previous secret stays valid. */
const LIVE_SECRETS = 2

function typeOf(auth_method: string) {
  return auth_method === 'none' ? ('public' as const) : ('confidential' as const)
}

export const createApplication = operation({
  name: 'create_application',
  summary: 'Create an OAuth application',
  description: 'The secret of a confidential application is returned only here.',
  access,
  status: 201,
  input: ApplicationFields,
  output: recordOf(ApplicationWithSecret),
  run: (context, { name, type, redirect_uris, scopes }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = context.now()
      const auth_method: AuthMethod = type === 'public' ? 'none' : 'client_secret_basic'
      const application = { id: newId(), name, redirect_uris, scopes, created_at: at, updated_at: at }
      const own = { workspace_id, kind: 'application' as const, auth_method }
      await insertClient(tx, { ...application, ...own, jwks: null, source: null, fresh_until: null, used_at: null })
      await recordAudit(tx, context, { action: 'application.created', subject_id: application.id, details: { name } })
      const client_secret = type === 'public' ? undefined : await addSecret(tx, application.id, at)
      return { data: { ...application, type, client_secret } }
    }),
})

export const listApplications = operation({
  name: 'list_applications',
  summary: 'List OAuth applications, newest first',
  access,
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(Application),
  run: async (context, paging) => {
    const { data, meta } = await listRecords(context, store.applicationList, paging)
    return { data: data.map((row) => ({ ...row, type: typeOf(row.auth_method) })), meta }
  },
})

export const updateApplication = operation({
  name: 'update_application',
  summary: 'Update an OAuth application',
  description: 'Redirect URIs and scopes are replaced as a whole. Existing grants are not affected.',
  access,
  status: 200,
  input: ApplicationChanges.extend({ id: RecordId }),
  output: recordOf(Application),
  run: ({ caller: { workspace_id }, store: { write }, now }, { id, name, redirect_uris, scopes }) =>
    write(async (tx) => {
      const current = await store.existingApplication(tx, workspace_id, id)
      const data = {
        ...current,
        name: name ?? current.name,
        redirect_uris: redirect_uris ?? current.redirect_uris,
        scopes: scopes ?? current.scopes,
      }
      if (!isSame(current, data)) {
        data.updated_at = now()
        await store.updateApplicationRow(tx, workspace_id, id, data)
      }
      return { data: { ...data, type: typeOf(data.auth_method) } }
    }),
})

export const rotateApplicationSecret = operation({
  name: 'rotate_application_secret',
  summary: 'Rotate the secret of an OAuth application',
  description: 'The previous secret stays valid until the next rotation, or ends now with `revoke_previous`.',
  access,
  status: 200,
  input: z.strictObject({ id: RecordId, revoke_previous: z.boolean().default(false) }),
  output: recordOf(ApplicationWithSecret),
  run: (context, { id, revoke_previous }) =>
    context.store.write(async (tx) => {
      const application = await store.existingApplication(tx, context.caller.workspace_id, id)
      const type = typeOf(application.auth_method)
      if (type === 'public')
        throw validationError({ type: fieldError('wrong_state', 'is public: public applications have no secret') })
      await recordAudit(tx, context, { action: 'application.secret_rotated', subject_id: id })
      await keepNewestSecrets(tx, id, revoke_previous ? 0 : LIVE_SECRETS - 1)
      return { data: { ...application, type, client_secret: await addSecret(tx, id, context.now()) } }
    }),
})

export const deleteApplication = operation({
  name: 'delete_application',
  summary: 'Delete an OAuth application and revoke its grants',
  access,
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const { name } = await store.existingApplication(tx, workspace_id, id)
      await store.deleteApplicationRow(tx, workspace_id, id)
      await recordAudit(tx, context, { action: 'application.deleted', subject_id: id, details: { name } })
      await context.tokens.forgetAfter(tx)
    }),
})
