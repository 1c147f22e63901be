import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Group, GroupOrder, GroupPlace, GroupQuery } from '../records/lists/grouped/group-order.ts'
import type { Sort } from '../records/lists/query.ts'
import { beyond } from '../records/lists/sorted/sorted-list.ts'
import { prepared, type Reader } from '../storage/database.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** A time of an enrollment, which has an index by guide. */
export type EnrollmentTime = 'created_at' | 'last_activity_at'

/** The contacts enrolled in a guide, by a time of their latest enrollment in it; those without the time come last. */
export function byEnrollmentInGuide(time: EnrollmentTime, guide_id: string): GroupOrder<Tables['contacts']> {
  return {
    column: (t) => t.id,
    index: 'contacts_id_unique',
    async groupsAfter(reader, query) {
      const { order, after, limit } = query
      const isAmongTimes = after === undefined || !after.key.startsWith(noTime(order))
      const timed = isAmongTimes ? await groupsOf(reader, { time, guide_id }, query) : []
      if (time === 'created_at' || timed.length === limit) return timed
      const rest = { ...query, after: isAmongTimes ? undefined : after, limit: limit - timed.length }
      return [...timed, ...(await groupsOf(reader, { time, guide_id, isWithout: true }, rest))]
    },
    async groupsOf({ db, tables, connection: { dialect } }, workspace_id, ids, order) {
      const { enrollments: t } = tables
      const found = await db
        .select({ time: t[time], enrollment_id: t.id, id: t.contact_id })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, workspace_id),
            inArray(t.contact_id, [...ids]),
            sql`${dialect.unindexed(t.guide_id)} = ${guide_id}`,
            isNewestInGuide(tables, dialect),
          ),
        )
      return found.map((one) => placeOf(one, order))
    },
  }
}

/** Before the ids of enrollments without the time: after all times in the order. */
function noTime(order: Sort['order']): string {
  return order === 'asc' ? '~ ' : ' '
}

/** The enrollment is in the key, because the index is sorted by it where times are equal. */
function placeOf(
  { time, enrollment_id, id }: { time: string | null; enrollment_id: string; id: string },
  order: Sort['order'],
): GroupPlace {
  return { key: time === null ? `${noTime(order)}${enrollment_id}` : `${time} ${enrollment_id}`, id }
}

interface Scope {
  time: EnrollmentTime
  guide_id: string
  /** Only the enrollments without the time. */
  isWithout?: boolean
}

async function groupsOf(
  reader: Reader,
  { time, guide_id, isWithout = false }: Scope,
  { workspace_id, order, after, limit }: GroupQuery,
): Promise<Group[]> {
  const direction = order === 'asc' ? asc : desc
  const [after_key, after_id] = after?.key.split(' ') ?? []
  const found = await prepared(
    reader,
    `contacts.in_guide.${time}.${order}${isWithout ? '.without' : ''}${after ? '.after' : ''}`,
    ({ db, tables, connection: { dialect } }) => {
      const { enrollments: t } = tables
      const isAfter = isWithout
        ? sql`${t.id} ${sql.raw(order === 'asc' ? '>' : '<')} ${sql.placeholder('after_id')}`
        : beyond(t[time], t.id, order)
      return db
        .select({ time: t[time], enrollment_id: t.id, id: t.contact_id, isNewest: isNewestInGuide(tables, dialect) })
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.guide_id, sql.placeholder('guide_id')),
            isWithout ? isNull(t[time]) : isNotNull(t[time]),
            after && isAfter,
          ),
        )
        .orderBy(direction(t[time]), direction(t.id))
        .limit(sql.placeholder('limit'))
    },
    { workspace_id, guide_id, after_key, after_id, limit },
  )
  // Earlier enrollments are passed over here: a condition would let PostgreSQL expect few, and sort all of the guide.
  return found.map((one) => ({ ...placeOf(one, order), size: one.isNewest ? 1 : 0 }))
}

/** Whether the contact has no later enrollment in the same guide. Not `exists`, which PostgreSQL would turn into a join. */
function isNewestInGuide({ enrollments: t }: Tables, dialect: Dialect): SQL<boolean> {
  const later = alias(t, 'later')
  const ofContact = and(
    eq(later.workspace_id, t.workspace_id),
    eq(later.contact_id, t.contact_id),
    // A contact has few enrollments, and a guide may have all.
    sql`${dialect.unindexed(later.guide_id)} = ${t.guide_id}`,
    sql`(${later.created_at}, ${later.id}) > (${t.created_at}, ${t.id})`,
  )
  // Nested: columns of a selected expression lose the name of their table.
  const first = sql`(select 1 from ${t} as later where ${ofContact} limit 1)`
  return sql<boolean>`${first} is null`.mapWith(Boolean)
}
