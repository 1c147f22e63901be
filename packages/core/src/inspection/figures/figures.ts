import { and, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { BACKUP_FAILED, BACKUP_MADE } from '../../audit/backups.ts'
import type { EnrollmentStatus } from '../../enrollments/contract.ts'
import { ACTIVE_IMPORT_STATUSES, type ActiveImportStatus } from '../../imports/contract.ts'
import type { Reader, Store } from '../../storage/database.ts'
import * as postgres from './size.postgres.ts'
import * as sqlite from './size.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** Maximum count of what is under way: an exact count of more would take too long. */
const COUNTED = 10_000

/** Figures of all workspaces of an instance. */
export interface InstanceFigures {
  workspaces: number
  contacts: number
  organisations: number
  /** Of each status that any enrollment has. */
  enrollments: Partial<Record<EnrollmentStatus, number>>
  /** Imports that the service works on, by status; 10,000 at most are counted. */
  imports: Partial<Record<ActiveImportStatus, number>>
  /** Uploads of which parts have been received; 10,000 at most are counted. */
  unfinished_uploads: number
  /** Bytes of the database, without uploaded files. */
  database_bytes: number
  /** When the last backup was recorded, in ISO 8601; undefined if none was. Those of other tools are not. */
  last_backup_at: string | undefined
  /** Failed attempts at a backup since the last one that was made. */
  failed_backups: number
}

/** @internal The figures of all workspaces. */
export async function readInstanceFigures({ read }: Pick<Store, 'read'>): Promise<InstanceFigures> {
  return read(async (reader) => {
    const { connection } = reader
    const counted = await countedRecords(reader)
    const sums = (resource: string) => counted.filter((row) => row.resource === resource)
    const last_backup_at = await lastBackup(reader)
    const total = (resource: string) => sums(resource).reduce((sum, row) => sum + row.total, 0)
    return {
      workspaces: await countWorkspaces(reader),
      contacts: total('contacts'),
      organisations: total('organisations'),
      enrollments: Object.fromEntries(sums('enrollments').map((row) => [row.status, row.total])),
      imports: await activeImports(reader),
      unfinished_uploads: await unfinishedUploads(reader),
      database_bytes: await ENGINES[connection.dialect.engine].databaseBytes(connection),
      last_backup_at,
      failed_backups: await failedBackups(reader, last_backup_at ?? '1970-01-01T00:00:00.000Z'),
    }
  })
}

function countedRecords({ db, tables: { counters: t } }: Reader) {
  return db
    .select({ resource: t.resource, status: t.status, total: sql<number>`sum(${t.value})`.mapWith(Number) })
    .from(t)
    .where(inArray(t.resource, ['contacts', 'organisations', 'enrollments']))
    .groupBy(t.resource, t.status)
}

async function countWorkspaces({ db, tables: { workspaces } }: Reader): Promise<number> {
  const [row] = await db.select({ total: count() }).from(workspaces)
  return row?.total ?? 0
}

async function activeImports({ db, tables: { imports: t } }: Reader): Promise<InstanceFigures['imports']> {
  const some = db
    .select({ status: t.status })
    .from(t)
    .where(inArray(t.status, [...ACTIVE_IMPORT_STATUSES]))
    .limit(COUNTED)
    .as('some')
  const rows = await db.select({ status: some.status, total: count() }).from(some).groupBy(some.status)
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]))
}

async function unfinishedUploads({ db, tables: { uploads } }: Reader): Promise<number> {
  const some = db.select({ id: uploads.id }).from(uploads).limit(COUNTED).as('some')
  const [row] = await db.select({ total: count() }).from(some)
  return row?.total ?? 0
}

async function lastBackup({ db, tables: { audit_entries: t } }: Reader): Promise<string | undefined> {
  const [row] = await db
    .select({ at: t.created_at })
    .from(t)
    .where(and(isNull(t.workspace_id), eq(t.action, BACKUP_MADE)))
    .orderBy(desc(t.created_at), desc(t.id))
    .limit(1)
  return row?.at
}

async function failedBackups({ db, tables: { audit_entries: t } }: Reader, since: string): Promise<number> {
  const failed = and(isNull(t.workspace_id), gt(t.created_at, since), eq(t.action, BACKUP_FAILED))
  const [row] = await db.select({ total: count() }).from(t).where(failed)
  return row?.total ?? 0
}
