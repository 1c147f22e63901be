import { account, assistants, own_connections, second_factor } from './settings/account.ts'
import { integrations, scopes } from './settings/integrations.ts'

export const later = { account, assistants, own_connections, second_factor, settings: integrations, scopes }
