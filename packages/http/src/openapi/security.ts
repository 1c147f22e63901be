import type { Settings } from '@handrail/core'
import { oauthScope, SCOPES } from '@handrail/core/internal'
import type { Schema } from './schemas.ts'

/** The two kinds of tokens that operations accept. */
export function securitySchemes({ publicUrl }: Pick<Settings, 'publicUrl'>): Record<string, Schema> {
  const scopes = Object.fromEntries(Object.entries(SCOPES).map(([name, says]) => [oauthScope(name), says]))
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key of the workspace (Custom Connection) with the scopes that the operation requires.',
    },
    oauth: {
      type: 'oauth2',
      description:
        'A person authorizes an application to act on their behalf, in one workspace and with selected scopes; or an application of a workspace acts as itself, with the role that an admin has given it.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${publicUrl}/oauth/authorize`,
          tokenUrl: `${publicUrl}/oauth/token`,
          refreshUrl: `${publicUrl}/oauth/token`,
          scopes,
        },
        clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes },
      },
    },
  }
}
