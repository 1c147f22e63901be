import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Reader } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { firstCursorTime } from '../log/kept.ts'

/** Deletes events and deliveries after their retention, and the rest of deleted endpoints. */
export async function forgetOldEvents({ store, settings }: Context, now: string): Promise<void> {
  const oldest = firstCursorTime(settings, now)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'webhook_deliveries', [['created_at', '<', oldest]], rows))
  await inSteps(store, (tx, rows) => deleteSome(tx, 'events', [['occurred_at', '<', oldest]], rows))
  await eraseDeletedEndpoints(store)
}

/** Endpoints with millions of deliveries take several calls. */
async function eraseDeletedEndpoints(store: Context['store']): Promise<void> {
  const deleted = await store.read(deletedEndpoints)
  for (const { workspace_id, id } of deleted) {
    const owner = [['workspace_id', '=', workspace_id] as const, ['endpoint_id', '=', id] as const]
    for (const table of ['webhook_deliveries', 'webhook_recoveries'] as const)
      if (!(await inSteps(store, (tx, rows) => deleteSome(tx, table, owner, rows)))) return
    await store.write(({ db, tables: { webhook_endpoints: endpoints } }) =>
      db.delete(endpoints).where(and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id))),
    )
  }
}

/** Number of endpoints per call, if they had few deliveries. */
const ENDPOINTS = 100

async function deletedEndpoints({ db, tables: { webhook_endpoints: endpoints } }: Reader) {
  return db
    .select({ workspace_id: endpoints.workspace_id, id: endpoints.id })
    .from(endpoints)
    .where(isNotNull(endpoints.deleted_at))
    .orderBy(asc(endpoints.deleted_at))
    .limit(ENDPOINTS)
}
