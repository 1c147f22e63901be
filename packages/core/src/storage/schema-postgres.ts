import { postgresColumns } from './columns.ts'
import { defineTables } from './tables.ts'

/** The tables on PostgreSQL, named one by one because the migration generator reads a module's exports. */
export const {
  workspaces,
  users,
  memberships,
  api_keys,
  oauth_clients,
  oauth_client_secrets,
  oauth_assertions,
  oauth_consents,
  oauth_codes,
  oauth_grants,
  oauth_access_tokens,
  oauth_refresh_tokens,
  organisations,
  contacts,
  guides,
  guide_versions,
  enrollments,
  step_completions,
  counters,
  events,
  webhook_endpoints,
  webhook_deliveries,
  webhook_recoveries,
  idempotency_keys,
  rate_windows,
  leases,
} = defineTables(postgresColumns)
