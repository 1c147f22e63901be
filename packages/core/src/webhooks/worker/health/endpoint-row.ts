import type { Tables } from '../../../storage/tables/tables.ts'

export type EndpointRow = Tables['webhook_endpoints']['$inferSelect']

/** The response time of an endpoint, in milliseconds. */
export interface Speed extends Pick<EndpointRow, 'workspace_id' | 'id'> {
  answer_ms: number
}
