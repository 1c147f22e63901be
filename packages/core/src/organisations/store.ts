import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { newId } from '../ids.ts'
import { countOf } from '../records/counters.ts'
import type { ListSource } from '../records/lists.ts'
import { fold } from '../records/text.ts'
import { prepared, preparedRows, type Reader, type Tx } from '../storage/database.ts'
import { placeholders } from '../storage/placeholders.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { Organisation } from './organisation.ts'

type OrganisationsTable = Tables['organisations']
type OrganisationRecord = z.infer<typeof Organisation>

function organisationColumns(t: OrganisationsTable) {
  return {
    id: t.id,
    name: t.name,
    domain: t.domain,
    metadata: t.metadata,
    contacts_count: t.contacts_count,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export const organisationList = {
  name: 'organisations',
  table: (tables) => tables.organisations,
  columns: organisationColumns,
  filters: {
    name: (t, dialect) => dialect.contains(t.name_folded, sql.placeholder('name')),
    domain: (t) => eq(t.domain, sql.placeholder('domain')),
  },
  total: (reader, workspace_id, filters) =>
    Object.values(filters).every((value) => value === undefined)
      ? countOf(reader, workspace_id, 'organisations')
      : undefined,
} satisfies ListSource<OrganisationsTable, ReturnType<typeof organisationColumns>>

export async function findOrganisation(reader: Reader, workspace_id: string, id: string) {
  const [organisation] = await preparedRows(
    reader,
    'organisations.find',
    ({ tables }) => organisationColumns(tables.organisations),
    ({ db, tables: { organisations } }, columns) =>
      db
        .select(columns)
        .from(organisations)
        .where(
          and(
            eq(organisations.workspace_id, sql.placeholder('workspace_id')),
            eq(organisations.id, sql.placeholder('id')),
          ),
        ),
    { workspace_id, id },
  )
  return organisation
}

const INSERTED = [
  'workspace_id',
  'id',
  'name',
  'name_folded',
  'domain',
  'metadata',
  'contacts_count',
  'created_at',
  'updated_at',
] as const

export async function insertOrganisation(tx: Tx, workspace_id: string, fields: Omit<OrganisationRecord, 'id'>) {
  const organisation = { id: newId(), ...fields }
  await prepared(
    tx,
    'organisations.insert',
    ({ db, tables: { organisations } }) => db.insert(organisations).values(placeholders(organisations, INSERTED)),
    { workspace_id, ...organisation, name_folded: fold(organisation.name) },
  )
  return organisation
}

export async function updateOrganisationRow(
  tx: Tx,
  workspace_id: string,
  organisation: OrganisationRecord,
): Promise<void> {
  const { organisations } = tx.tables
  const { name, domain, metadata, updated_at } = organisation
  await tx.db
    .update(organisations)
    .set({ name, name_folded: fold(name), domain, metadata, updated_at })
    .where(and(eq(organisations.workspace_id, workspace_id), eq(organisations.id, organisation.id)))
}

/** Counts a contact in or out. @returns whether the organisation exists in the workspace */
export async function adjustContactsCount(tx: Tx, workspace_id: string, id: string, change: number): Promise<boolean> {
  const found = await prepared(
    tx,
    'organisations.adjust_contacts_count',
    ({ db, tables: { organisations } }) =>
      db
        .update(organisations)
        .set({ contacts_count: sql`${organisations.contacts_count} + ${sql.placeholder('change')}` })
        .where(
          and(
            eq(organisations.workspace_id, sql.placeholder('workspace_id')),
            eq(organisations.id, sql.placeholder('id')),
          ),
        )
        .returning({ id: organisations.id }),
    { workspace_id, id, change },
  )
  return found.length > 0
}

/** Deletes for good. Its contacts and their enrollments stay, without an organisation. */
export async function deleteOrganisationRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { organisations, contacts, enrollments } = tx.tables
  const none = { organisation_id: null }
  await tx.db
    .update(enrollments)
    .set(none)
    .where(and(eq(enrollments.workspace_id, workspace_id), eq(enrollments.organisation_id, id)))
  await tx.db
    .update(contacts)
    .set(none)
    .where(and(eq(contacts.workspace_id, workspace_id), eq(contacts.organisation_id, id)))
  await tx.db.delete(organisations).where(and(eq(organisations.workspace_id, workspace_id), eq(organisations.id, id)))
}
