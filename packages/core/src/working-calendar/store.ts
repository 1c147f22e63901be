import { eq, sql } from 'drizzle-orm'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { StoredHoliday } from '../storage/tables/workspaces.ts'
import { DEFAULT_CALENDAR } from './calendar.ts'
import type { WorkingCalendar } from './plain-calendar.ts'

interface KeptCalendar {
  working_days: number[]
  holidays: StoredHoliday[]
  updated_at: string | null
}

/** The working days of a workspace. One that never changed them has no row. */
export async function workingCalendarOf(reader: Reader, workspace_id: string): Promise<KeptCalendar> {
  const [row] = await preparedRows(
    reader,
    'working_calendars.find',
    ({ tables: { working_calendars: t } }) => ({
      working_days: t.working_days,
      holidays: t.holidays,
      updated_at: t.updated_at,
    }),
    ({ db, tables: { working_calendars: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(eq(t.workspace_id, sql.placeholder('workspace_id'))),
    { workspace_id },
  )
  return row ?? { working_days: DEFAULT_CALENDAR.working_days, holidays: [], updated_at: null }
}

/** The same in the form for calculations. */
export async function plainCalendarOf(reader: Reader, workspace_id: string): Promise<WorkingCalendar> {
  const { working_days, holidays } = await workingCalendarOf(reader, workspace_id)
  return { working_days, holidays: holidays.map(({ date }) => date) }
}

export async function storeWorkingCalendar(
  tx: Tx,
  workspace_id: string,
  { working_days, holidays }: Pick<KeptCalendar, 'working_days' | 'holidays'>,
): Promise<void> {
  const { working_calendars: t } = tx.tables
  const changed = { working_days, holidays, updated_at: tx.stamp }
  await tx.db
    .insert(t)
    .values({ workspace_id, created_at: tx.stamp, ...changed })
    .onConflictDoUpdate({ target: t.workspace_id, set: changed })
}
