import { and, eq, inArray, sql } from 'drizzle-orm'
import { writableKeys } from '../fields/record.ts'
import { byIndexedMetadata, indexedMetadata } from '../metadata-keys/indexed-filter.ts'
import { countOf } from '../records/counters.ts'
import { insertRows } from '../records/insertion/insert-rows.ts'
import { COUNTS_TO } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { metadataMatches } from '../records/metadata-filter/metadata-filter.ts'
import { columnsOf, findRow, insertRow, updateRow } from '../records/rows.ts'
import { fold, sortName } from '../records/text.ts'
import { insertTombstone } from '../records/tombstones.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { byDomain } from './by-domain.ts'
import { Organisation, organisationFields } from './organisation.ts'

type OrganisationsTable = Tables['organisations']

/** The index contains the names, so that examining this many takes no longer than thousands of whole rows. */
const NAMES_SCAN_LIMIT = 50_000

const organisationColumns = (table: OrganisationsTable) => columnsOf(table, Organisation)

export const organisationList = {
  name: 'organisations',
  deletions: 'organisations',
  table: (tables) => tables.organisations,
  columns: organisationColumns,
  filters: {
    name: (t, dialect) => dialect.contains(t.name_folded, sql.placeholder('name')),
    metadata: metadataMatches,
    domain: (t) => eq(t.domain, sql.placeholder('domain')),
    external_id: (t) => eq(t.external_id, sql.placeholder('external_id')),
  },
  values: ({ name, ...others }, dialect) => ({
    ...others,
    name: typeof name === 'string' ? dialect.containsValue(name) : name,
  }),
  indexed: indexedMetadata('organisations'),
  orders: { name: (t) => t.sort_name, contacts_count: (t) => t.contacts_count },
  groups: { domain: byDomain },
  countsTo: COUNTS_TO,
  goesOn: true,
  looks: {
    at: NAMES_SCAN_LIMIT,
    whole: ['metadata'],
    within: [['external_id'], ['domain']],
    changes: true,
    few: [byIndexedMetadata('organisations')],
  },
  counted: 'organisations',
  total: (reader, workspace_id, filters) =>
    Object.values(filters).every((value) => value === undefined)
      ? countOf(reader, workspace_id, 'organisations')
      : undefined,
} satisfies ListSource<OrganisationsTable, ReturnType<typeof organisationColumns>>

/** @param lock held until the transaction ends */
export function findOrganisation(reader: Reader, workspace_id: string, id: string, lock?: RowLock) {
  return findRow(reader, 'organisations', organisationColumns, { workspace_id, id }, { name: 'shown', lock })
}

/** The organisation with this external id, or undefined. */
export async function findOrganisationByExternalId(reader: Reader, workspace_id: string, external_id: string) {
  const { organisations } = reader.tables
  const [organisation] = await reader.db
    .select(organisationColumns(organisations))
    .from(organisations)
    .where(and(eq(organisations.workspace_id, workspace_id), eq(organisations.external_id, external_id)))
  return organisation
}

/** The organisations with one of these folded names or external ids. */
export async function findOrganisationsLike(
  { db, tables: { organisations } }: Reader,
  workspace_id: string,
  { names, external_ids }: { names: readonly string[]; external_ids: readonly string[] },
) {
  const found = new Map<string, Organisation>()
  for (const [column, values] of [
    [organisations.name_folded, names],
    [organisations.external_id, external_ids],
  ] as const) {
    const rows = await db
      .select(organisationColumns(organisations))
      .from(organisations)
      .where(and(eq(organisations.workspace_id, workspace_id), inArray(column, [...values])))
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()]
}

/** The columns for searching and sorting. */
function computed({ name }: Organisation) {
  return { name_folded: fold(name), sort_name: sortName(name) }
}

/** @throws UniqueViolation of `organisations.external_id` */
export function insertOrganisation(tx: Tx, workspace_id: string, organisation: Organisation): Promise<void> {
  return insertRow(tx, 'organisations', { workspace_id, ...organisation, ...computed(organisation) })
}

/** @throws UniqueViolation */
export function insertOrganisations(tx: Tx, workspace_id: string, made: readonly Organisation[]): Promise<void> {
  const rows = made.map((organisation) => ({ workspace_id, ...organisation, ...computed(organisation) }))
  return insertRows(tx, 'organisations', rows)
}

const UPDATED = [...writableKeys(organisationFields), 'name_folded', 'sort_name', 'updated_at'] as const

/** @throws UniqueViolation of `organisations.external_id` */
export function updateOrganisationRow(tx: Tx, workspace_id: string, organisation: Organisation): Promise<void> {
  return updateRow(tx, 'organisations', UPDATED, { workspace_id, ...organisation, ...computed(organisation) })
}

/** Adjusts the count of contacts. @returns whether the organisation exists in the workspace */
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

/** Deletes the row, once no contact and no enrollment refers to it. */
export async function deleteOrganisationRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { organisations } = tx.tables
  await tx.db.delete(organisations).where(and(eq(organisations.workspace_id, workspace_id), eq(organisations.id, id)))
  await insertTombstone(tx, 'organisations', { workspace_id, id, deleted_at: tx.stamp })
}

export async function organisationNames(
  { db, tables: { organisations } }: Reader,
  workspace_id: string,
  ids: string[],
) {
  if (ids.length === 0) return []
  return db
    .select({ id: organisations.id, name: organisations.name })
    .from(organisations)
    .where(and(eq(organisations.workspace_id, workspace_id), inArray(organisations.id, ids)))
}
