import { account, assistants, own_connections, second_factor } from './settings/account.ts'
import { integrations, scopes } from './settings/integrations.ts'

/** The texts of the pages of settings, which load them beside the others. */
export const later = { account, assistants, own_connections, second_factor, settings: integrations, scopes }
