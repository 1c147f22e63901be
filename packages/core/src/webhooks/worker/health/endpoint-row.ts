import type { Tables } from '../../../storage/tables/tables.ts'

export type EndpointRow = Tables['webhook_endpoints']['$inferSelect']
