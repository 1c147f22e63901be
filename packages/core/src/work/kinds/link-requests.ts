import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import { SCAN_LIMIT } from '../../records/lists/limits.ts'
import type { Reader } from '../../storage/database.ts'
import { WORK_COUNTS_TO } from '../contract.ts'
import type { Asked, Found, Part } from '../source.ts'
import { isOf } from '../whose.ts'

/** Expired enrollments whose contact asked for a new link, those that wait longest first. */
export const linkRequests: Part = {
  kind: 'link_request',
  async next(reader, asked, { after, limit }) {
    const { requested: t, where } = requestedOf(reader, asked)
    const found = await reader.db
      .select({ at: t.link_requested_at, enrollment_id: t.id, assignee_id: t.assignee_id })
      .from(t)
      .where(and(where, after && sql`(${t.link_requested_at}, ${t.id}) > (${after.at}, ${after.enrollment_id})`))
      .orderBy(asc(t.link_requested_at), asc(t.id))
      .limit(limit)
    return found.map(({ at, ...row }): Found => ({ ...row, kind: 'link_request', at: at ?? '', step_id: '' }))
  },
}

/** The number of these requests. */
export async function countLinkRequests(reader: Reader, asked: Asked): Promise<number> {
  const { requested, where } = requestedOf(reader, asked)
  const [counted] = await reader.db.select({ total: count() }).from(requested).where(where)
  return Math.min(counted?.total ?? 0, WORK_COUNTS_TO)
}

/** The oldest requests; at most `SCAN_LIMIT` are examined. */
function requestedOf({ db, tables: { enrollments: t } }: Reader, { workspace_id, whose }: Asked) {
  const requested = db
    .select({ id: t.id, assignee_id: t.assignee_id, status: t.status, link_requested_at: t.link_requested_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), isNotNull(t.link_requested_at)))
    .orderBy(asc(t.link_requested_at))
    .limit(SCAN_LIMIT)
    .as('requested')
  return { requested, where: and(eq(requested.status, 'expired'), isOf(requested.assignee_id, whose)) }
}
