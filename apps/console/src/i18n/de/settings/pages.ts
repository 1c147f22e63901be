export { account, assistants, own_connections, second_factor } from './account.ts'
export { integrations as settings, scopes } from './integrations.ts'
