import { z } from 'zod'
import { ALL_SCOPES } from '../access/scopes.ts'
import { recordAudit } from '../audit/record.ts'
import { actorOf } from '../audit/store.ts'
import { existing, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Paging, pageOf, RecordId, recordOf } from '../fields/fields.ts'
import { newId, newSecret } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { listRecords } from '../records/lists/lists.ts'
import { hashToken } from '../secret/seal.ts'
import { findWorkspace } from '../workspaces/store.ts'
import { ApiKeyFields, ListedApiKey, Me, NewApiKey } from './api-key.ts'
import * as store from './store.ts'

export const createApiKey = operation({
  name: 'create_api_key',
  summary: 'Create an API key (Custom Connection)',
  description: 'The token is returned only here. Revoke the key when it is no longer needed, or let it expire.',
  access: 'api_keys:manage',
  audit: ['api_key.created'],
  status: 201,
  input: ApiKeyFields,
  output: recordOf(NewApiKey),
  run: (context, { name, scopes, expires_at }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = context.now()
      if (expires_at !== null && expires_at <= at) throw validationError({ expires_at: fieldError('not_in_future') })
      const token = newSecret('hr_key_')
      const key = {
        id: newId(),
        name,
        scopes,
        hint: token.slice(-4),
        expires_at,
        last_used_at: null,
        revoked_at: null,
        created_at: at,
        updated_at: at,
      }
      await store.insertApiKey(tx, { workspace_id, ...key, token_hash: hashToken(token) })
      const details = { name, scopes: scopes.join(' ') }
      await recordAudit(tx, context, { action: 'api_key.created', subject_id: key.id, details })
      return { data: { ...key, token } }
    }),
})

export const listApiKeys = operation({
  name: 'list_api_keys',
  summary: 'List API keys, including revoked ones, newest first',
  access: 'api_keys:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(ListedApiKey),
  run: async (context, paging) => {
    const { workspace_id } = context.caller
    const { data, meta } = await listRecords(context, store.apiKeyList, paging)
    const keys: z.infer<typeof ListedApiKey>[] = []
    await context.store.read(async (reader) => {
      for (const key of data) {
        const made = { action: 'api_key.created', subject_id: key.id, at: key.created_at }
        keys.push({ ...key, made_by: await actorOf(reader, workspace_id, made) })
      }
    })
    return { data: keys, meta }
  },
})

export const revokeApiKey = operation({
  name: 'revoke_api_key',
  summary: 'Revoke an API key',
  access: 'api_keys:manage',
  audit: ['api_key.revoked'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const key = existing(await store.findApiKey(tx, workspace_id, id))
      if (await store.revokeApiKeyRow(tx, workspace_id, id, context.now()))
        await recordAudit(tx, context, { action: 'api_key.revoked', subject_id: id, details: { name: key.name } })
      await context.tokens.forgetAfter(tx)
    }),
})

export const getMe = operation({
  name: 'get_me',
  summary: 'Get the current token: its workspace, kind, scopes and expiry',
  description: 'Any token can ask for itself.',
  access: 'token:read',
  does: ['reads'],
  route: 'GET /me',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(Me),
  run: ({ caller, store: { read } }) =>
    read(async (reader) => {
      const { workspace_id, kind, rights, expires_at = null } = caller
      const { id, name } = existing(await findWorkspace(reader, workspace_id))
      const scopes = ALL_SCOPES.filter((scope) => rights.has(scope))
      // Only tokens have the right that it requires.
      const token = kind === 'oauth' || kind === 'application' ? kind : ('api_key' as const)
      const application = kind === 'application' ? await store.findApplication(reader, caller) : undefined
      return { data: { workspace: { id, name }, kind: token, scopes, expires_at, application } }
    }),
})
