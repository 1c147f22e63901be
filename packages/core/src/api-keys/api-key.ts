import { z } from 'zod'
import { ALL_SCOPES, parseScope } from '../access/scopes.ts'
import { InputTime, OutputId, requiredText, showingSecret, Timestamp } from '../fields/fields.ts'

const ScopeName = z.string().transform((name, context) => {
  const scope = parseScope(name)
  if (scope) return scope
  context.addIssue({ code: 'custom', message: `contains an unknown scope. Known are ${ALL_SCOPES.join(', ')}` })
  return z.NEVER
})

export const ScopeNames = z
  .array(ScopeName)
  .min(1)
  .transform((scopes) => [...new Set(scopes)])

export const ApiKeyFields = z.strictObject({
  name: requiredText().describe('What the key is for'),
  scopes: ScopeNames.describe('What the key may do'),
  expires_at: InputTime.nullable().default(null).describe('When it stops working; null for never'),
})

export const ApiKey = z
  .object({
    id: OutputId,
    name: z.string(),
    scopes: z.array(z.string()),
    hint: z.string().describe('The last four characters of the token'),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ApiKey' })

/** A key in a list. */
export const ListedApiKey = ApiKey.extend({
  made_by: z.string().nullable().describe('The name, at the time, of who made it; null where unknown'),
}).meta({ id: 'ListedApiKey' })

/** The answer to creation, the only one that holds the token. */
export const NewApiKey = showingSecret(
  ApiKey.extend({ token: z.string().describe('The bearer token, shown only now') }).meta({
    id: 'NewApiKey',
  }),
)

/** What a token is. */
export const Me = z
  .object({
    workspace: z.object({ id: OutputId, name: z.string() }),
    kind: z.enum(['api_key', 'oauth']),
    scopes: z.array(z.enum(ALL_SCOPES)).describe('Scopes that it currently has'),
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'Me' })
