import { and, eq, exists, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { scheduleDigests } from '../../people/members/digests.ts'
import { requestDates } from '../../working-calendar/date-requests.ts'

/**
 * Begins with daily mail in workspaces whose plans are older than the daily mail: their members are looked at from the next morning on, and
 * their open plans are computed again, which also schedules the contacts of each. Runs once per process.
 */
export async function beginDailyMails({ store }: Pick<Context, 'store'>): Promise<void> {
  const workspaces = await store.read(({ db, tables: { workspaces: w, memberships: m } }) =>
    db
      .select({ id: w.id, time_zone: w.time_zone })
      .from(w)
      .where(
        and(
          eq(w.uses_plans, true),
          exists(
            db
              .select({ user_id: m.user_id })
              .from(m)
              .where(and(eq(m.workspace_id, w.id), isNull(m.digest_at))),
          ),
        ),
      ),
  )
  for (const workspace of workspaces)
    await store.write(async (tx) => {
      await scheduleDigests(tx, workspace)
      await requestDates(tx, workspace.id)
    })
}
