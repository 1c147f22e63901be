import { and, eq, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { contactColumns } from '../../contacts/store.ts'
import type { Row, Tx } from '../../storage/database.ts'
import type { EnrollmentRow } from '../store.ts'
import { dataOf, relatedBy } from './emit.ts'

/** What one statement asks for: SQLite and PostgreSQL take several thousand parameters. */
const MAX_IDS = 500

/**
 * The event data of enrollments of one workspace, in their order. Their contacts and guides are read for all of them together: a change
 * of thousands is one transaction.
 */
export async function eventDataOfAll(tx: Tx, workspace_id: string, rows: readonly EnrollmentRow[]): Promise<object[]> {
  const { contacts, guides, guide_versions: versions } = tx.tables
  const find = <R extends Record<'id', PgColumn>>(table: Owned, columns: R, ids: string[]) =>
    findAll(tx, { workspace_id, table, columns, ids })
  const contact = await find(
    contacts,
    contactColumns(contacts),
    rows.map(({ contact_id }) => contact_id),
  )
  const guide = await find(
    guides,
    { id: guides.id, status: guides.status, created_at: guides.created_at },
    rows.map(({ guide_id }) => guide_id),
  )
  // Without their sections, of which a version can have megabytes.
  const version = await find(
    versions,
    { id: versions.id, title: versions.title, description: versions.description },
    rows.map(({ guide_version_id }) => guide_version_id),
  )
  return rows.map((row) =>
    dataOf(row, relatedBy(contact.get(row.contact_id), version.get(row.guide_version_id), guide.get(row.guide_id))),
  )
}

type Owned = PgTable & Record<'workspace_id' | 'id', PgColumn>

async function findAll<R extends Record<'id', PgColumn>>(
  tx: Tx,
  { workspace_id, table, columns, ids }: { workspace_id: string; table: Owned; columns: R; ids: string[] },
): Promise<Map<string, Row<R>>> {
  const found = new Map<string, Row<R>>()
  const once = [...new Set(ids)]
  for (let from = 0; from < once.length; from += MAX_IDS) {
    const chosen = inArray(table.id, once.slice(from, from + MAX_IDS))
    const rows = await tx.db
      .select(columns)
      .from(table)
      .where(and(eq(table.workspace_id, workspace_id), chosen))
    // The columns that the rows have are those that were selected.
    for (const row of rows as (Row<R> & { id: string })[]) found.set(row.id, row)
  }
  return found
}
