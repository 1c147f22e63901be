import type { RawSql } from '../../../storage/dialect.ts'
import type { NextQuery, NextSubscriber } from './next-query.ts'

const OF_ONE = `select * from (select endpoint_id from webhook_subscriptions
  where workspace_id = ? and event = ? and endpoint_id > ? order by endpoint_id limit ?)`

const statementFor = (patterns: number) => `select e.id, e.status, e.guide_ids, e.organisation_ids, e.created_at
  from (${Array(patterns).fill(OF_ONE).join(' union ')} order by 1 limit ?) s
  join webhook_endpoints e on e.workspace_id = ? and e.id = s.endpoint_id order by e.id`

/** Lists are JSON. */
interface Found extends Omit<NextSubscriber, 'guide_ids' | 'organisation_ids'> {
  guide_ids: string | null
  organisation_ids: string | null
}

export async function nextSubscribers(
  connection: RawSql,
  { workspace_id, patterns, after, limit }: NextQuery,
): Promise<NextSubscriber[]> {
  const each = patterns.flatMap((pattern) => [workspace_id, pattern, after, limit])
  const rows = await connection.rows<Found>(statementFor(patterns.length), [...each, limit, workspace_id])
  return rows.map(({ guide_ids, organisation_ids, ...row }) => ({
    ...row,
    guide_ids: guide_ids === null ? null : JSON.parse(guide_ids),
    organisation_ids: organisation_ids === null ? null : JSON.parse(organisation_ids),
  }))
}
