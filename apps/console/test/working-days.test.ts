import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { look, WIDTHS } from '../../../test/browser/browser.ts'
import { enter, useWorkplace, type Way } from './workplace.ts'

const here = useWorkplace()
const way: Way = { name: 'working-days', width: WIDTHS.desktop, colorScheme: 'light' }

test('working days are ticked, and holidays pasted, with lines that are no dates told by their number', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const faults: string[] = []
  const page = await enter(here.browser, here.place, { way, role: 'admin', faults, path: '/settings' })
  const card = page.getByRole('form', { name: 'Working days' })
  await card.getByLabel('Saturday').check()
  await card.getByLabel('Holidays').fill('25.12.2026 Christmas Day\nEaster\n2026-01-01')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('No date such as 2026-12-25 at the beginning of line 2').waitFor()
  await look(page, { name: 'working-days-wrong', isScripted: true })
  await card.getByLabel('Holidays').fill('25.12.2026 Christmas Day\n2026-01-01')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  expect(await card.getByLabel('Holidays').inputValue()).toBe('2026-01-01\n2026-12-25 Christmas Day')
  await look(page, { name: 'working-days', isScripted: true })
  const system = await here.place.handrail.asSystem(here.place.workspace_id)
  const { data } = await system.invoke(operations.getWorkingCalendar, {})
  expect(data.working_days).toEqual([1, 2, 3, 4, 5, 6])
  expect(faults).toEqual([])
}, 120_000)
