import { z } from 'zod'
import { ALL_SCOPES, parseScope } from '../access/scopes.ts'
import { InputTime, OutputId, OwnId, showingSecret, Timestamp, visibleName } from '../fields/fields.ts'

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
  name: visibleName().describe('Purpose of the key'),
  scopes: ScopeNames.describe('Scopes of the key'),
  expires_at: InputTime.nullable().default(null).describe('When the key expires; null: never'),
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
  made_by: z.string().nullable().describe('Name of the person who created it, at that time; null if unknown'),
}).meta({ id: 'ListedApiKey' })

/** The response to the creation, the only one that contains the token. */
export const NewApiKey = showingSecret(
  ApiKey.extend({ token: z.string().describe('The bearer token; returned only once') }).meta({
    id: 'NewApiKey',
  }),
)

/** The description of a token. */
export const Me = z
  .object({
    workspace: z
      .object({
        id: OwnId,
        name: z.string().meta({ reference: 'Name of the workspace.' }),
      })
      .meta({ reference: 'The workspace that the token opens.' }),
    kind: z
      .enum(['api_key', 'oauth', 'application'])
      .describe('oauth: of an application for a person. application: of one that acts alone, by client_credentials')
      .meta({
        reference:
          '`api_key` for a key of the workspace, `oauth` for an application that acts for a person, `application` for one that acts alone.',
      }),
    scopes: z.array(z.enum(ALL_SCOPES)).describe('Scopes that the token currently has'),
    expires_at: Timestamp.nullable().meta({ reference: 'When the token stops working; `null` for never.' }),
    application: z

      .object({
        id: z.string().meta({ reference: 'The application, as the workspace lists it.' }),
        name: z.string().meta({ reference: 'Name that the workspace has given the application.' }),
        role: z.string().meta({ reference: 'Role of the application, as that of a member.' }),
      })
      .optional()
      .describe('The application that acts alone, with its role'),
  })
  .meta({ id: 'Me', reference: 'What the token of the request is and may do.' })
