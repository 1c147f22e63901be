import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { writableKeys } from '../fields/record.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow, insertRow, updateRow } from '../records/rows.ts'
import type { Reader, Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { later, MINUTE_MS } from '../times.ts'
import { MAX_RESTORABLE_VIEWS, RESTORABLE_MINUTES, type ViewList } from './contract.ts'
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
  only: (t) => isNull(t.deleted_at),
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
  const live = { name: 'owned', where: (t: ViewsTable) => isNull(t.deleted_at) }
  const view = await findRow(reader, 'views', ownedColumns, { workspace_id, id }, live)
  return view && (view.owner_id === null || view.owner_id === person) ? view : undefined
}

/** The shared views, or the private ones of a person, by list and position. */
export async function viewsOf({ db, tables: { views: t } }: Reader, workspace_id: string, owner_id: string | null) {
  return db
    .select({ id: t.id, list: t.list, position: t.position })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        owner_id === null ? isNull(t.owner_id) : eq(t.owner_id, owner_id),
        isNull(t.deleted_at),
      ),
    )
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

interface Deletion {
  id: string
  /** The person who deleted it. */
  person: string
}

/** Deletes a view for all; the person can restore it for a while. Of the views that they deleted, the latest are kept. */
export async function softDeleteView(tx: Tx, workspace_id: string, { id, person }: Deletion): Promise<void> {
  const { views: t } = tx.tables
  await updateRow(tx, 'views', ['deleted_at', 'deleted_by'], {
    workspace_id,
    id,
    deleted_at: tx.stamp,
    deleted_by: person,
  })
  const former = await tx.db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.deleted_by, person), isNotNull(t.deleted_at)))
    .orderBy(desc(t.deleted_at), desc(t.id))
  for (const { id } of former.slice(MAX_RESTORABLE_VIEWS)) await deleteViewRow(tx, workspace_id, id)
}

/** A view that the person deleted a while ago at most. */
export async function findDeletedView(tx: Tx, workspace_id: string, { id, person }: Deletion) {
  const { views: t } = tx.tables
  const [view] = await tx.db
    .select(ownedColumns(t))
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.id, id),
        eq(t.deleted_by, person),
        gt(t.deleted_at, later(tx.stamp, -RESTORABLE_MINUTES * MINUTE_MS)),
      ),
    )
  return view
}

export async function reviveView(tx: Tx, workspace_id: string, view: OwnedView): Promise<void> {
  const row = { workspace_id, ...view, deleted_at: null, deleted_by: null }
  await updateRow(tx, 'views', [...UPDATED, 'deleted_at', 'deleted_by'], row)
}

/** Forgets views that can no longer be restored. */
export async function forgetDeletedViews(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -RESTORABLE_MINUTES * MINUTE_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'views', [['deleted_at', '<', oldest]], rows))
}

/** Of the views of one owner, those of one list. */
export function ofList<V extends { list: ViewList }>(views: readonly V[], list: ViewList): V[] {
  return views.filter((view) => view.list === list)
}
