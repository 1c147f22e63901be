import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { addMember } from '../../test/people.ts'
import { operations } from '../index.ts'
import { addCalendarDays } from './working-days.ts'

const { getWorkingCalendar, listAuditEntries, setWorkingCalendar } = operations

const WEEK = [1, 2, 3, 4, 5]
const days = (count: number, from: string) =>
  Array.from({ length: count }, (_, index) => ({ date: String(addCalendarDays(from, index)) }))

describe.each(ENGINES)('the working days of a workspace on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const shown = async () => (await instance.acme.invoke(getWorkingCalendar, {})).data

  test('are Monday to Friday until they are changed', async () => {
    expect(await shown()).toEqual({ working_days: WEEK, holidays: [], updated_at: null })
  })

  test('are kept in order, recorded in the audit log, and those of the workspace alone', async () => {
    const holidays = [{ date: '2026-12-26' }, { date: '2026-12-25', name: ' Christmas Day ' }]
    const { data } = await instance.acme.invoke(setWorkingCalendar, { working_days: [7, 1, 2], holidays })
    const kept = [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: '' },
    ]
    expect(data).toMatchObject({ working_days: [1, 2, 7], holidays: kept })
    expect(await shown()).toEqual(data)
    const { data: entries } = await instance.acme.invoke(listAuditEntries, {})
    const details = { changed: 'working_days holidays' }
    expect(entries[0]).toMatchObject({ action: 'workspace.changed', details })
    await instance.acme.invoke(setWorkingCalendar, { working_days: [2, 1, 7], holidays })
    expect((await instance.acme.invoke(listAuditEntries, {})).data).toHaveLength(entries.length)
    expect((await instance.other.invoke(getWorkingCalendar, {})).data.holidays).toEqual([])
  })

  test.each([
    ['no working day', { working_days: [], holidays: [] }, 'working_days'],
    ['a day twice', { working_days: [1, 1], holidays: [] }, 'working_days'],
    ['an eighth day', { working_days: [8], holidays: [] }, 'working_days.0'],
    ['a date that is none', { working_days: WEEK, holidays: [{ date: '2026-02-30' }] }, 'holidays.0.date'],
    [
      'a holiday twice',
      { working_days: WEEK, holidays: [...days(1, '2026-05-01'), ...days(1, '2026-05-01')] },
      'holidays.1.date',
    ],
    ['261 holidays in a year', { working_days: WEEK, holidays: days(261, '2026-01-01') }, 'holidays'],
    ['1,001 holidays', { working_days: WEEK, holidays: days(1001, '2026-06-01') }, 'holidays'],
    [
      'a long name',
      { working_days: WEEK, holidays: [{ date: '2026-05-01', name: 'x'.repeat(101) }] },
      'holidays.0.name',
    ],
  ])('reject %s', async (_, fields, field) => {
    const refused = instance.acme.invoke(setWorkingCalendar, fields)
    await expect(refused).rejects.toMatchObject({ code: 'validation_error', errors: { [field]: [expect.any(String)] } })
  })

  test('can have 260 holidays in each of three years', async () => {
    const holidays = ['2026', '2027', '2028'].flatMap((year) => days(260, `${year}-01-01`))
    await instance.acme.invoke(setWorkingCalendar, { working_days: WEEK, holidays })
    expect((await shown()).holidays).toHaveLength(780)
  })

  test('are read by viewers, and changed by admins only', async () => {
    const { workspace_id } = instance.acme.context.caller
    const as = async (role: string) => {
      const { id } = await addMember(instance, `${role}@example.com`, role)
      return instance.handrail.asMember(workspace_id, id)
    }
    const [viewer, editor, admin] = [await as('viewer'), await as('editor'), await as('admin')]
    const fields = { working_days: WEEK, holidays: [] }
    await viewer.invoke(getWorkingCalendar, {})
    await expect(editor.invoke(setWorkingCalendar, fields)).rejects.toMatchObject({ code: 'forbidden' })
    await admin.invoke(setWorkingCalendar, fields)
  })
})
