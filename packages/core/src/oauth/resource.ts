import { resource } from '../resource.ts'
import { applicationsContract } from './contract.ts'

const CREDENTIAL = { from: 'all', because: 'it is a credential' } as const

/** Applications that request access, and the connections that people have granted them. */
export const applications = resource(applicationsContract, {
  tables: {
    oauth_clients: { of: 'workspace', unarchived: CREDENTIAL },
    oauth_client_secrets: { of: 'instance', unarchived: CREDENTIAL },
    oauth_assertions: { of: 'instance', unarchived: CREDENTIAL },
    oauth_application_tokens: { of: 'instance', unarchived: CREDENTIAL },
    oauth_consents: { of: 'instance', unarchived: CREDENTIAL },
    oauth_codes: { of: 'workspace', unarchived: CREDENTIAL },
    oauth_grants: { of: 'workspace', unarchived: CREDENTIAL },
    oauth_access_tokens: { of: 'workspace', unarchived: CREDENTIAL },
    oauth_refresh_tokens: { of: 'workspace', unarchived: CREDENTIAL },
  },
})
