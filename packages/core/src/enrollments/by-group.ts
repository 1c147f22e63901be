import { eq } from 'drizzle-orm'
import { sumsOf } from '../records/counters.ts'
import {
  type ContextualOrder,
  compareGroups,
  type Group,
  type GroupOrder,
  type GroupQuery,
} from '../records/lists/grouped/group-order.ts'
import { sortName } from '../records/text.ts'
import type { Reader } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { ENROLLMENT_STATUSES, HEALTHS } from './contract.ts'

type EnrollmentsTable = Tables['enrollments']

/** Enrollments by the title of their guide. A workspace has few guides. */
export const byGuide: GroupOrder<EnrollmentsTable> = {
  column: (t) => t.guide_id,
  index: 'enrollments_guide',
  filter: 'guide_id',
  groupsAfter: async (reader, query) => next(await guidesOf(reader, query.workspace_id), query),
  groupsOf: guidesOf,
}

/** Enrollments by status, in the order in which an enrollment has them. */
export const byStatus: GroupOrder<EnrollmentsTable> = {
  column: (t) => t.status,
  index: 'enrollments_status',
  filter: 'status',
  groupsAfter: async (reader, query) => next(await statusesOf(reader, query.workspace_id), query),
  groupsOf: async () => ENROLLMENT_STATUSES.map((id, key) => ({ id, key: String(key) })),
}

/** Enrollments by health, the worst first. The filter can have several healths: then there are as many groups. */
export const byHealth: ContextualOrder<EnrollmentsTable> = ({ healths }) => ({
  column: (t) => t.health,
  index: 'enrollments_health',
  filter: healths === undefined ? 'health' : 'healths',
  groupsAfter: async (_reader, { only, ...query }) => {
    const asked: readonly string[] = typeof only === 'string' ? only.split(',') : HEALTHS
    return next(
      HEALTH_GROUPS.filter(({ id }) => asked.includes(id)),
      { ...query, only: undefined },
    )
  },
  groupsOf: async () => HEALTH_GROUPS,
})

const HEALTH_GROUPS: readonly Group[] = HEALTHS.map((id, key) => ({
  id,
  key: String(key),
  size: Number.POSITIVE_INFINITY,
}))

async function guidesOf(reader: Reader, workspace_id: string): Promise<Group[]> {
  const { guides: t } = reader.tables
  const guides = await reader.db.select({ id: t.id, title: t.title }).from(t).where(eq(t.workspace_id, workspace_id))
  const sizes = await sumsOf(reader, workspace_id, { resource: 'enrollments', by: 'guide_id' })
  return guides.map(({ id, title }) => ({ id, key: sortName(title), size: sizes.get(id) ?? 0 }))
}

async function statusesOf(reader: Reader, workspace_id: string): Promise<Group[]> {
  const sizes = await sumsOf(reader, workspace_id, { resource: 'enrollments', by: 'status' })
  return ENROLLMENT_STATUSES.map((id, key) => ({ id, key: String(key), size: sizes.get(id) ?? 0 }))
}

function next(groups: readonly Group[], { order, after, limit, only }: GroupQuery): Group[] {
  return groups
    .filter((group) => group.size > 0 && (only === undefined || group.id === only))
    .toSorted((a, b) => compareGroups(a, b, order))
    .filter((group) => after === undefined || compareGroups(after, group, order) < 0)
    .slice(0, limit)
}
