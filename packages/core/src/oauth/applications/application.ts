import { z } from 'zod'
import { GRANTABLE_ROLES } from '../../access/rights.ts'
import { ScopeNames } from '../../api-keys/api-key.ts'
import { OutputId, requiredText, showingSecret, Timestamp, visibleName } from '../../fields/fields.ts'
import { displayName } from '../clients/client.ts'
import { RegisteredKeys } from '../clients/keys.ts'
import { redirectProblem } from '../clients/redirect-uri.ts'

const RedirectUri = requiredText(2048).superRefine((uri, context) => {
  const problem = redirectProblem(uri)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

const Fields = {
  name: visibleName(100).transform(displayName).pipe(z.string().min(1)).describe('Shown to people on the consent page'),
  redirect_uris: z
    .array(RedirectUri)
    .max(20)
    .transform((uris) => [...new Set(uris)])
    .describe(
      'Redirect addresses: https, or http to localhost for development. Can be empty for an application that only acts alone',
    ),
  scopes: ScopeNames.describe('Scopes that the application may request'),
}

/** What a confidential application can have beside these. */
const OwnFields = {
  client_credentials_role: z
    .enum(GRANTABLE_ROLES)
    .nullable()
    .describe('Role with which the application gets tokens for itself (client_credentials); null: it cannot'),
  jwks: RegisteredKeys.nullable().describe(
    'Public keys (RFC 7517) for private_key_jwt; without keys, the application authenticates with a secret',
  ),
  jwks_uri: requiredText(2048).nullable().describe('Instead of jwks: the https address of the keys'),
}

export const ApplicationFields = z.strictObject({
  ...Fields,
  client_credentials_role: OwnFields.client_credentials_role.default(null),
  jwks: OwnFields.jwks.default(null),
  jwks_uri: OwnFields.jwks_uri.default(null),
  type: z
    .enum(['confidential', 'public'])
    .default('confidential')
    .describe('confidential: can keep a secret. public: runs in browsers or on devices, and uses PKCE'),
})

export const ApplicationChanges = z.strictObject({ ...Fields, ...OwnFields }).partial()

export const Application = z
  .object({
    id: OutputId.describe('The client_id'),
    name: z.string(),
    type: z.enum(['confidential', 'public']),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.string()),
    client_credentials_role: z.string().nullable(),
    jwks: z
      .object({ keys: z.array(z.record(z.string(), z.unknown())) })
      .nullable()
      .describe('Of a jwks_uri: the keys of the last fetch'),
    jwks_uri: z.string().nullable(),
    has_secret: z.boolean(),
    last_acted_at: Timestamp.nullable().describe('When it last used a token of its own'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Application' })

/** The response that contains the secret of a confidential application. */
export const ApplicationWithSecret = showingSecret(
  Application.extend({
    client_secret: z.string().optional().describe('Returned only once'),
  }).meta({ id: 'ApplicationWithSecret' }),
)
