import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { DAY_MS, later } from '../times.ts'

const KEPT_MS = 30 * DAY_MS
/** Maximum number of imports deleted at a time. */
const BATCH = 10

/** Deletes imports after 30 days, with the contents of their files. */
export async function forgetOldImports({ store }: Context, now: string): Promise<void> {
  const old = await store.read(({ db, tables: { imports: t } }) =>
    db
      .select({ workspace_id: t.workspace_id, id: t.id })
      .from(t)
      .where(lt(t.updated_at, later(now, -KEPT_MS)))
      .limit(BATCH),
  )
  for (const { workspace_id, id } of old) {
    const key = [
      ['workspace_id', '=', workspace_id],
      ['import_id', '=', id],
    ] as const
    if (!(await inSteps(store, (tx, rows) => deleteSome(tx, 'import_rows', key, rows)))) return
    await store.write(({ db, tables: { imports: t } }) =>
      db.delete(t).where(and(eq(t.workspace_id, workspace_id), eq(t.id, id))),
    )
  }
}
