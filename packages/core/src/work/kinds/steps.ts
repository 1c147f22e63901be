import { and, asc, count, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { WORK_COUNTS_TO } from '../contract.ts'
import type { Asked, Part } from '../source.ts'
import { isOf } from '../whose.ts'

type Table = Tables['enrollment_steps']

/** Steps of the team that are to be done, by date, each part along an index. */
export const overdueSteps = steps(({ due_on }, { today }) => lt(due_on, today))
export const dueSteps = steps(({ due_on }, { today }) => gte(due_on, today))
export const undatedSteps = steps(({ due_on }) => isNull(due_on), false)

function steps(within: (table: Table, asked: Asked) => SQL, isDated = true): Part {
  return {
    kind: 'step',
    async next({ db, tables: { enrollment_steps: t } }, asked, { after, limit }) {
      const place = isDated ? [t.due_on, t.enrollment_id, t.step_id] : [t.enrollment_id, t.step_id]
      const behind =
        after && (isDated ? [after.at, after.enrollment_id, after.step_id] : [after.enrollment_id, after.step_id])
      const rows = await db
        .select({ at: t.due_on, enrollment_id: t.enrollment_id, step_id: t.step_id, assignee_id: t.assignee_id })
        .from(t)
        .where(
          and(
            isOpen(t, asked),
            within(t, asked),
            behind &&
              sql`(${sql.join(place, sql`, `)}) > (${sql.join(
                behind.map((value) => sql`${value}`),
                sql`, `,
              )})`,
          ),
        )
        .orderBy(...place.map((column) => asc(column)))
        .limit(limit)
      return rows.map((row) => ({ ...row, kind: 'step', at: row.at ?? '' }))
    },
  }
}

/** The number of these steps. */
export async function countSteps({ db, tables: { enrollment_steps: t } }: Reader, asked: Asked): Promise<number> {
  const some = db.select({ step_id: t.step_id }).from(t).where(isOpen(t, asked)).limit(WORK_COUNTS_TO).as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  return counted?.total ?? 0
}

/** The condition of the indexes. */
function isOpen(t: Table, { workspace_id, whose }: Asked): SQL | undefined {
  return and(eq(t.workspace_id, workspace_id), isOf(t.assignee_id, whose), sql`${t.is_open} and ${t.is_team}`)
}
