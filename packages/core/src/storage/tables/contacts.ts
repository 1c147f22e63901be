import { sql } from 'drizzle-orm'
import type { Language } from '../../contract/languages.ts'
import type { Columns } from '../columns.ts'
import { metadata, timestamps } from './shared.ts'

/** Contacts and the organisations that they belong to. Long because it is a list. */
export function contactTables(column: Columns) {
  const {
    table,
    id,
    text,
    sortText,
    integer,
    boolean,
    time,
    sequence,
    index,
    uniqueIndex,
    unique,
    primaryKey,
    foreignKey,
  } = column

  const organisations = table(
    'organisations',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      name: text().notNull(),
      name_folded: text().notNull(),
      sort_name: sortText().notNull().default(''),
      domain: sortText(),
      external_id: text(),
      metadata: metadata(column),
      contacts_count: integer().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('organisations_newest').on(t.workspace_id, t.created_at, t.id, t.name_folded),
      uniqueIndex('organisations_external_id_unique')
        .on(t.workspace_id, t.external_id)
        .where(sql`${t.external_id} is not null`),
      // With the names, because searches in these orders look at many.
      index('organisations_sort_name').on(t.workspace_id, t.sort_name, t.id, t.name_folded),
      index('organisations_contacts_count').on(t.workspace_id, t.contacts_count, t.id, t.name_folded),
      index('organisations_name').on(t.workspace_id, t.name_folded),
      index('organisations_domain').on(t.workspace_id, t.domain, t.created_at, t.id),
      index('organisations_domain_order').on(t.workspace_id, t.domain, t.id).where(sql`${t.domain} is not null`),
      index('organisations_without_domain').on(t.workspace_id, t.created_at, t.id).where(sql`${t.domain} is null`),
      // Contacts sorted by their organisation are found along it.
      index('organisations_with_contacts')
        .on(t.workspace_id, t.sort_name, t.id, t.contacts_count)
        .where(sql`${t.contacts_count} > 0`),
      index('organisations_updated').on(t.workspace_id, t.updated_at, t.created_at, t.id),
    ],
  )

  const contacts = table(
    'contacts',
    {
      seq: sequence(),
      workspace_id: id().notNull(),
      id: id().notNull(),
      email: text().notNull(),
      first_name: text().notNull(),
      last_name: text().notNull(),
      external_id: text(),
      organisation_id: id(),
      language: text<Language>(),
      metadata: metadata(column),
      search_text: text().notNull(),
      sort_name: sortText().notNull().default(''),
      /** Whether it has an enrollment, also while it is deleted. */
      is_enrolled: boolean().notNull().default(false),
      /** When the contact asked for no more reminders. */
      unsubscribed_at: time(),
      deleted_at: time(),
      ...timestamps(column),
    },
    (t) => {
      const live = sql`${t.deleted_at} is null`
      return [
        unique('contacts_id_unique').on(t.workspace_id, t.id),
        foreignKey({
          columns: [t.workspace_id, t.organisation_id],
          foreignColumns: [organisations.workspace_id, organisations.id],
        }),
        uniqueIndex('contacts_email_unique').on(t.workspace_id, t.email).where(live),
        uniqueIndex('contacts_external_id_unique')
          .on(t.workspace_id, t.external_id)
          .where(sql`${t.deleted_at} is null and ${t.external_id} is not null`),
        index('contacts_sort_name').on(t.workspace_id, t.sort_name, t.id).where(live),
        index('contacts_newest').on(t.workspace_id, t.created_at, t.id).where(live),
        // Deleted contacts too: they still refer to their organisation when it is deleted.
        index('contacts_organisation')
          .on(t.workspace_id, t.organisation_id, t.created_at, t.id, t.deleted_at)
          .where(sql`${t.organisation_id} is not null`),
        index('contacts_without_organisation')
          .on(t.workspace_id, t.created_at, t.id)
          .where(sql`${t.organisation_id} is null and ${t.deleted_at} is null`),
        index('contacts_never_enrolled')
          .on(t.workspace_id, t.created_at, t.id)
          .where(sql`not ${t.is_enrolled} and ${t.deleted_at} is null`),
        index('contacts_updated').on(t.workspace_id, t.updated_at, t.created_at, t.id).where(live),
      ]
    },
  )

  return { organisations, contacts }
}

export type ContactTables = ReturnType<typeof contactTables>
