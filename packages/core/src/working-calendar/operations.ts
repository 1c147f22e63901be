import { z } from 'zod'
import { recordAudit } from '../audit/record.ts'
import { recordOf } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { isSame } from '../records/changes.ts'
import { requestDates } from './date-requests.ts'
import { storeWorkingCalendar, workingCalendarOf } from './store.ts'
import { WorkingCalendar, WorkingCalendarFields } from './working-calendar.ts'

export const getWorkingCalendar = operation({
  name: 'get_working_calendar',
  summary: 'Get the working days and holidays of the workspace',
  description: 'Due dates and targets count working days. Weekdays are numbered from 1, Monday, to 7, Sunday.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /working_calendar',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(WorkingCalendar),
  etag: WorkingCalendar,
  run: ({ caller: { workspace_id }, store: { read } }) =>
    read(async (reader) => ({ data: await workingCalendarOf(reader, workspace_id) })),
})

export const setWorkingCalendar = operation({
  name: 'set_working_calendar',
  summary: 'Set the working days and holidays of the workspace',
  description:
    'For admins. The calendar is replaced as a whole. The dates of open enrollments are computed again in the background; dates that a member set stay.',
  access: 'working_calendar:write',
  does: ['replaces'],
  audit: ['workspace.changed'],
  route: 'PUT /working_calendar',
  body: 'working_calendar',
  example: { working_days: [1, 2, 3, 4, 5], holidays: [{ date: '2026-12-25', name: 'Christmas Day' }] },
  status: 200,
  input: WorkingCalendarFields,
  output: recordOf(WorkingCalendar),
  etag: WorkingCalendar,
  current: getWorkingCalendar,
  run: (context, fields) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      // Of two requests at the same time, the second sees the calendar of the first.
      await tx.connection.dialect.lockRecord(tx.connection, workspace_id)
      const before = await workingCalendarOf(tx, workspace_id)
      if (isSame({ ...before, ...fields }, before)) return { data: before }
      await storeWorkingCalendar(tx, workspace_id, fields)
      await requestDates(tx, workspace_id)
      const details = { changed: changedNames(before, fields).join(' ') }
      await recordAudit(tx, context, { action: 'workspace.changed', subject_id: workspace_id, details })
      return { data: { ...fields, updated_at: tx.stamp } }
    }),
})

type Fields = z.output<typeof WorkingCalendarFields>

function changedNames(before: Fields, after: Fields): string[] {
  return (['working_days', 'holidays'] as const).filter((name) => !isSame({ at: before[name] }, { at: after[name] }))
}
