import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ContextualOrder, Group, GroupOrder, GroupQuery } from '../records/lists/grouped/group-order.ts'
import type { Sort } from '../records/lists/query.ts'
import { beyond } from '../records/lists/sorted/sorted-list.ts'
import { prepared, type Reader } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { byEnrollmentInGuide, type EnrollmentTime } from './by-enrollment-in-guide.ts'

/** Contacts by the time when they were enrolled last; in a guide, if only those in it are listed. */
export const byLatestEnrollment = orderBy('created_at')

/** Contacts by the last activity in that enrollment; those without any follow the others. */
export const byLastActivity = orderBy('last_activity_at')

function orderBy(time: EnrollmentTime): ContextualOrder<Tables['contacts']> {
  const ofAll = byLatest(time)
  return ({ enrolled_in, in_guide = enrolled_in }) =>
    typeof in_guide === 'string' ? byEnrollmentInGuide(time, in_guide) : ofAll
}

/** Contacts by a time of their latest enrollment: each enrolled one is a group, so that the others come last in both directions. */
function byLatest(time: EnrollmentTime): GroupOrder<Tables['contacts']> {
  return {
    column: (t) => t.id,
    index: 'contacts_id_unique',
    ungrouped: { index: 'contacts_never_enrolled', only: (t) => sql`not ${t.is_enrolled}` },
    matching: { grouped: ['enrolled_in', 'newest_is', 'newest_in_guide_is'], ungrouped: ['nowhere'] },
    async groupsAfter(reader, query) {
      const { order, after, limit } = query
      const isAmongTimes = after === undefined || after.key !== noTime(order)
      const timed = isAmongTimes ? await groupsOf(reader, time, query) : []
      if (time === 'created_at' || timed.length === limit) return timed
      const rest = { ...query, after: isAmongTimes ? undefined : after, limit: limit - timed.length }
      return [...timed, ...(await groupsOf(reader, time, rest, true))]
    },
    async groupsOf({ db, tables: { enrollments: t } }, workspace_id, ids, order) {
      const found = await db
        .select({ key: t[time], id: t.contact_id })
        .from(t)
        .where(and(eq(t.workspace_id, workspace_id), inArray(t.contact_id, [...ids]), sql`${t.is_latest}`))
      return found.map(({ key, id }) => ({ key: key ?? noTime(order), id }))
    },
  }
}

/** The key of a contact without the time: after all times in its order. */
function noTime(order: Sort['order']): string {
  return order === 'asc' ? '~' : ''
}

async function groupsOf(
  reader: Reader,
  time: EnrollmentTime,
  { workspace_id, order, after, limit }: Omit<GroupQuery, 'only'>,
  isWithout = false,
): Promise<Group[]> {
  const direction = order === 'asc' ? asc : desc
  const found = await prepared(
    reader,
    `contacts.latest.${time}.${order}${isWithout ? '.without' : ''}${after ? '.after' : ''}`,
    ({ db, tables: { enrollments: t } }) => {
      const isAfter = isWithout
        ? sql`${t.contact_id} ${sql.raw(order === 'asc' ? '>' : '<')} ${sql.placeholder('after_id')}`
        : beyond(t[time], t.contact_id, order)
      return db
        .select({ key: t[time], id: t.contact_id })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            sql`${t.is_latest}`,
            isWithout ? isNull(t[time]) : isNotNull(t[time]),
            after && isAfter,
          ),
        )
        .orderBy(direction(t[time]), direction(t.contact_id))
        .limit(sql.placeholder('limit'))
    },
    { workspace_id, after_key: after?.key, after_id: after?.id, limit },
  )
  return found.map(({ key, id }) => ({ key: key ?? noTime(order), id, size: 1 }))
}
