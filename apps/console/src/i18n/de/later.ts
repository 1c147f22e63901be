import { audit } from './settings/audit.ts'
import { integrations, scopes } from './settings/integrations.ts'

export const later = { audit, settings: integrations, scopes }
