/** The texts that all pages of settings have. */
export { account, assistants, own_connections, second_factor } from './account.ts'
export { integrations as settings, scopes } from './integrations.ts'
