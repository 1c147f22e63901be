import { z } from 'zod'
import { ScopeNames } from '../../api-keys/api-key.ts'
import { OutputId, requiredText, showingSecret, Timestamp } from '../../fields/fields.ts'
import { displayName } from '../clients/client.ts'
import { redirectProblem } from '../clients/redirect-uri.ts'

const RedirectUri = requiredText(2048).superRefine((uri, context) => {
  const problem = redirectProblem(uri)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

const Fields = {
  name: requiredText(100)
    .transform(displayName)
    .pipe(z.string().min(1))
    .describe('Shown to people on the consent page'),
  redirect_uris: z
    .array(RedirectUri)
    .min(1)
    .max(20)
    .transform((uris) => [...new Set(uris)])
    .describe('Redirect addresses: https, or http to localhost for development'),
  scopes: ScopeNames.describe('Scopes that the application may request'),
}

export const ApplicationFields = z.strictObject({
  ...Fields,
  type: z
    .enum(['confidential', 'public'])
    .default('confidential')
    .describe('confidential: can keep a secret. public: runs in browsers or on devices, and uses PKCE'),
})

export const ApplicationChanges = z.strictObject(Fields).partial()

export const Application = z
  .object({
    id: OutputId.describe('The client_id'),
    name: z.string(),
    type: z.enum(['confidential', 'public']),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.string()),
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
