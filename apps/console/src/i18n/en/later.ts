import { audit } from './settings/audit.ts'
import { integrations, scopes } from './settings/integrations.ts'

/** The texts of the pages of settings, which load them beside the others. */
export const later = { audit, settings: integrations, scopes }
