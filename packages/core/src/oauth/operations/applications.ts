import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { existing } from '../../errors.ts'
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
import { keyColumns, requireConsistent, requireReachable } from '../applications/rules.ts'
import * as store from '../applications/store.ts'
import { type AuthMethod, NOT_ALONE } from '../clients/client.ts'
import { endApplicationTokens, endTokensOfRemoved } from '../clients/credentials.ts'
import { addSecret, insertClient } from '../clients/store.ts'

const access = 'applications:manage'

export const createApplication = operation({
  name: 'create_application',
  summary: 'Create an OAuth application',
  description: 'The secret of a confidential application is returned only here; one with keys has none.',
  access,
  audit: ['application.created'],
  status: 201,
  input: ApplicationFields,
  output: recordOf(ApplicationWithSecret),
  run: async (context, { name, type, redirect_uris, scopes, client_credentials_role, ...given }) => {
    requireConsistent({ type, client_credentials_role, ...given })
    requireReachable({ redirect_uris, client_credentials_role })
    const keys = { jwks: null, jwks_uri: null, fresh_until: null, ...(await keyColumns(context, given)) }
    return context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = context.now()
      const auth_method: AuthMethod = type === 'public' ? 'none' : 'client_secret_basic'
      const application = { id: newId(), name, redirect_uris, scopes, created_at: at, updated_at: at, auth_method }
      const row = { ...application, ...NOT_ALONE, ...keys, client_credentials_role }
      await insertClient(tx, { ...row, workspace_id, kind: 'application', source: null, used_at: null })
      const details = { name, ...(client_credentials_role && { role: client_credentials_role }) }
      await recordAudit(tx, context, { action: 'application.created', subject_id: application.id, details })
      const hasSecret = type !== 'public' && keys.jwks === null
      const client_secret = hasSecret ? await addSecret(tx, application.id, at) : undefined
      return { data: { ...store.shownApplication(row, hasSecret), client_secret } }
    })
  },
})

export const listApplications = operation({
  name: 'list_applications',
  summary: 'List OAuth applications, newest first',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(Application),
  run: async (context, paging) => {
    const { data, meta } = await listRecords(context, store.applicationList, paging)
    const ids = data.map(({ id }) => id)
    const withSecret = await context.store.read((reader) => store.withSecret(reader, ids))
    return { data: data.map((row) => store.shownApplication(row, withSecret.has(row.id))), meta }
  },
})

export const getApplication = operation({
  name: 'get_application',
  summary: 'Get an OAuth application',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Application),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      const application = existing(await store.findApplication(reader, workspace_id, id))
      return { data: store.shownApplication(application, (await store.withSecret(reader, [id])).has(id)) }
    }),
})

export const updateApplication = operation({
  name: 'update_application',
  summary: 'Update an OAuth application',
  description:
    'Redirect URIs, scopes and keys are replaced as a whole. Existing grants are not affected; what the application does alone is, at once.',
  access,
  audit: ['application.changed'],
  status: 200,
  input: ApplicationChanges.extend({ id: RecordId }),
  output: recordOf(Application),
  run: async (context, { id, jwks, jwks_uri, ...changes }) => {
    const keys = await keyColumns(context, { jwks, jwks_uri })
    return context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const current = await store.lockedApplication(tx, workspace_id, id)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const { fresh_until: _, ...shownKeys } = keys ?? {}
      const next: store.ApplicationRow = { ...current, ...given, ...shownKeys }
      const shown = store.shownApplication(next, (await store.withSecret(tx, [id])).has(id))
      requireConsistent(shown)
      if (given.redirect_uris) requireReachable(shown)
      const before = new Map(Object.entries(current))
      const changed = Object.entries(next).filter(([field, value]) => !isSame(before.get(field), value))
      if (changed.length === 0 && !keys) return { data: shown }
      if (changed.length > 0) {
        shown.updated_at = context.now()
        const role = next.client_credentials_role
        const fields = changed.map(([field]) => field)
        const isRole = fields.includes('client_credentials_role')
        const details = { name: next.name, changed: fields.join(' '), ...(isRole && { role: role ?? 'none' }) }
        await recordAudit(tx, context, { action: 'application.changed', subject_id: id, details })
      }
      await store.updateApplicationRow(tx, workspace_id, id, { ...next, ...keys, updated_at: shown.updated_at })
      if (next.client_credentials_role === null) await endApplicationTokens(tx, context, id)
      else await endTokensOfRemoved(tx, context, id)
      await context.tokens.forgetAfter(tx)
      return { data: shown }
    })
  },
})

export const deleteApplication = operation({
  name: 'delete_application',
  summary: 'Delete an OAuth application and revoke its grants',
  access,
  audit: ['application.deleted'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const { name } = await store.lockedApplication(tx, workspace_id, id)
      await store.deleteApplicationRow(tx, workspace_id, id)
      await recordAudit(tx, context, { action: 'application.deleted', subject_id: id, details: { name } })
      await context.tokens.forgetAfter(tx)
    }),
})
