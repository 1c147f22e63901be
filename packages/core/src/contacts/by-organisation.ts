import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { GroupOrder } from '../records/lists/grouped/group-order.ts'
import { beyond } from '../records/lists/sorted/sorted-list.ts'
import { prepared } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** Contacts by the name of their organisation, which only the organisation has. */
export const byOrganisation: GroupOrder<Tables['contacts']> = {
  column: (t) => t.organisation_id,
  index: 'contacts_organisation',
  ungrouped: { index: 'contacts_without_organisation', only: (t) => isNull(t.organisation_id) },
  filter: 'organisation_id',
  async groupsAfter(reader, { workspace_id, order, after, limit, only }) {
    if (only !== undefined) return after ? [] : [{ key: '', id: String(only), size: Number.POSITIVE_INFINITY }]
    const direction = order === 'asc' ? asc : desc
    return prepared(
      reader,
      `contacts.organisations.${order}${after ? '.after' : ''}`,
      ({ db, tables: { organisations: t } }) =>
        db
          .select({ key: t.sort_name, id: t.id, size: t.contacts_count })
          .from(t)
          .where(
            and(
              eq(t.workspace_id, sql.placeholder('workspace_id')),
              sql`${t.contacts_count} > 0`,
              after ? beyond(t.sort_name, t.id, order) : undefined,
            ),
          )
          .orderBy(direction(t.sort_name), direction(t.id))
          .limit(sql.placeholder('limit')),
      { workspace_id, after_key: after?.key, after_id: after?.id, limit },
    )
  },
  groupsOf: ({ db, tables: { organisations: t } }, workspace_id, ids) =>
    db
      .select({ key: t.sort_name, id: t.id })
      .from(t)
      .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, [...ids]))),
}
