import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { GroupOrder, GroupPlace } from '../records/lists/grouped/group-order.ts'
import { beyond } from '../records/lists/sorted/sorted-list.ts'
import { prepared } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** Organisations by domain: each with one is a group, so that those without come last in both directions. */
export const byDomain: GroupOrder<Tables['organisations']> = {
  column: (t) => t.id,
  // That of the primary key: SQLite would read every organisation for a hundred ids.
  index: 'sqlite_autoindex_organisations_1',
  ungrouped: { index: 'organisations_without_domain', only: (t) => isNull(t.domain) },
  filter: 'domain',
  async groupsAfter(reader, { workspace_id, order, after, limit, only }) {
    const direction = order === 'asc' ? asc : desc
    const found = await prepared(
      reader,
      `organisations.domains.${order}${after ? '.after' : ''}${only === undefined ? '' : '.one'}`,
      ({ db, tables: { organisations: t } }) =>
        db
          .select({ key: t.domain, id: t.id })
          .from(t)
          .where(
            and(
              eq(t.workspace_id, sql.placeholder('workspace_id')),
              ...(only === undefined
                ? [isNotNull(t.domain), after && beyond(t.domain, t.id, order)]
                : [
                    eq(t.domain, sql.placeholder('only')),
                    after && (order === 'asc' ? gt : lt)(t.id, sql.placeholder('after_id')),
                  ]),
            ),
          )
          .orderBy(...(only === undefined ? [direction(t.domain)] : []), direction(t.id))
          .limit(sql.placeholder('limit')),
      { workspace_id, after_key: after?.key, after_id: after?.id, only, limit },
    )
    return found.map(({ key, id }) => ({ key: key ?? '', id, size: 1 }))
  },
  async groupsOf({ db, tables: { organisations: t } }, workspace_id, ids) {
    const found = await db
      .select({ key: t.domain, id: t.id })
      .from(t)
      .where(and(eq(t.workspace_id, workspace_id), isNotNull(t.domain), inArray(t.id, [...ids])))
    return found.filter((one): one is GroupPlace => one.key !== null)
  },
}
