import { sql } from 'drizzle-orm'
import type { Imported, ImportProblem, ImportStatus, RowOutcome } from '../../imports/contract.ts'
import type { Columns } from '../columns.ts'
import { leasing, timestamps } from './shared.ts'

export interface StoredColumn {
  name: string
  example: string
  suggestion: string
}

export interface StoredFault {
  /** Which column of the file, from 0; null where it is the row. */
  column: number | null
  code: string
  text: string
  /** The other row, where two do not go together. */
  row: number | null
}

/** Files whose rows become contacts or organisations. Long because it is a list. */
export function importTables(column: Columns) {
  const { table, id, text, integer, boolean, json, index, primaryKey, foreignKey } = column

  const imports = table(
    'imports',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      resource: text<Imported>().notNull(),
      file_name: text().notNull(),
      /** The name of its content in the store, until it is read. */
      stored_as: text(),
      /** The hash of its content; null for imports of earlier releases. */
      content_hash: text(),
      /** How much that takes. */
      file_bytes: integer().notNull().default(0),
      status: text<ImportStatus>().notNull(),
      columns: json<StoredColumn[]>().notNull(),
      /** What each column is; empty for one that is left out. */
      mapping: json<string[]>(),
      update_existing: boolean().notNull(),
      create_organisations: boolean().notNull(),
      /** The guide in which everybody of the file is enrolled, and whether each is sent the link. */
      enroll_in: id(),
      send_invitations: boolean().notNull().default(false),
      rows: integer().notNull(),
      /** The row that the work under way has come to. */
      place: integer().notNull(),
      created: integer().notNull(),
      updated: integer().notNull(),
      unchanged: integer().notNull(),
      faulty: integer().notNull(),
      undone: integer().notNull(),
      left: integer().notNull(),
      enrolled: integer().notNull().default(0),
      problem: text(),
      problem_code: text<ImportProblem>(),
      /** Where in the file it is, as a spreadsheet numbers rows; columns from 0. */
      problem_row: integer(),
      problem_column: integer(),
      /** What the texts of its rows take in the database, and the longest row of them: a step takes the fewer the longer they are. */
      bytes: integer().notNull().default(0),
      longest_row: integer().notNull().default(0),
      ...leasing(column),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('imports_newest').on(t.workspace_id, t.created_at, t.id),
      index('imports_due')
        .on(t.next_attempt_at, t.id)
        .where(sql`${t.next_attempt_at} is not null and ${t.lease_until} is null`),
      index('imports_turns')
        .on(t.workspace_id, t.next_attempt_at, t.id)
        .where(sql`${t.next_attempt_at} is not null and ${t.lease_until} is null`),
      index('imports_leased').on(t.workspace_id).where(sql`${t.lease_until} is not null`),
      index('imports_stored').on(t.stored_as),
      index('imports_updated').on(t.updated_at),
    ],
  )

  const import_rows = table(
    'import_rows',
    {
      workspace_id: id().notNull(),
      import_id: id().notNull(),
      /** As a spreadsheet numbers it: the first one, with the names of the columns, is 1. */
      number: integer().notNull(),
      cells: json<string[]>().notNull(),
      fate: text<RowOutcome>().notNull(),
      faults: json<StoredFault[]>().notNull(),
      /** What no other row of the file may have, once the columns are known. */
      email_key: text(),
      external_key: text(),
      record_id: id(),
      /** What the record was before, as far as this row changed it. */
      before: json<Record<string, unknown>>(),
      /** The entity tag that this row left the record with: with another one, somebody has changed it since. */
      written_tag: text(),
      /** The organisation that was made for this row. */
      made_organisation_id: id(),
      /** The enrollment that was made for this row. */
      enrollment_id: id(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.import_id, t.number] }),
      foreignKey({ columns: [t.workspace_id, t.import_id], foreignColumns: [imports.workspace_id, imports.id] }),
      index('import_rows_fate').on(t.workspace_id, t.import_id, t.fate, t.number),
      index('import_rows_email').on(t.workspace_id, t.import_id, t.email_key, t.number),
      index('import_rows_external').on(t.workspace_id, t.import_id, t.external_key, t.number),
      index('import_rows_record').on(t.workspace_id, t.record_id).where(sql`${t.record_id} is not null`),
    ],
  )

  return { imports, import_rows }
}
