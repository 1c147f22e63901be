import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { writableKeys } from '../fields/record.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow, insertRow, updateRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { ViewList } from './contract.ts'
import { View, viewFields } from './view.ts'

type ViewsTable = Tables['views']

const viewColumns = (table: ViewsTable) => columnsOf(table, View)
const ownedColumns = (table: ViewsTable) => ({ ...viewColumns(table), owner_id: table.owner_id })

/** A view with the member who alone sees it; null if it is shared. */
export type OwnedView = View & { owner_id: string | null }

/** The shared views, and the private ones of one person. */
export const viewList = {
  name: 'views',
  table: (tables) => tables.views,
  columns: viewColumns,
  filters: {
    person: (t) => sql`(${t.owner_id} is null or ${t.owner_id} = ${sql.placeholder('person')})`,
    list: (t) => eq(t.list, sql.placeholder('list')),
  },
} satisfies ListSource<ViewsTable, ReturnType<typeof viewColumns>>

/** A view that a person sees: a shared one, or their own. */
export async function findView(
  reader: Reader,
  workspace_id: string,
  { id, person }: { id: string; person: string | undefined },
): Promise<OwnedView | undefined> {
  const view = await findRow(reader, 'views', ownedColumns, { workspace_id, id }, { name: 'owned' })
  return view && (view.owner_id === null || view.owner_id === person) ? view : undefined
}

/** The shared views, or the private ones of a person, by list and position. */
export async function viewsOf({ db, tables: { views: t } }: Reader, workspace_id: string, owner_id: string | null) {
  return db
    .select({ id: t.id, list: t.list, position: t.position })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), owner_id === null ? isNull(t.owner_id) : eq(t.owner_id, owner_id)))
    .orderBy(asc(t.list), asc(t.position), asc(t.id))
}

export function insertView(tx: Tx, workspace_id: string, view: OwnedView): Promise<void> {
  return insertRow(tx, 'views', { workspace_id, ...view })
}

const UPDATED = [...writableKeys(viewFields), 'position', 'owner_id', 'updated_at'] as const

export function updateViewRow(tx: Tx, workspace_id: string, view: OwnedView): Promise<void> {
  return updateRow(tx, 'views', UPDATED, { workspace_id, ...view })
}

export async function setPosition(tx: Tx, workspace_id: string, view: { id: string; position: number }): Promise<void> {
  await updateRow(tx, 'views', ['position'], { workspace_id, ...view })
}

export async function deleteViewRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { views } = tx.tables
  await tx.db.delete(views).where(and(eq(views.workspace_id, workspace_id), eq(views.id, id)))
}

/** Of the views of one owner, those of one list. */
export function ofList<V extends { list: ViewList }>(views: readonly V[], list: ViewList): V[] {
  return views.filter((view) => view.list === list)
}
