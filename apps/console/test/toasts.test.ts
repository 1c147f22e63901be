import { expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, useWorkplace, type Way } from './workplace.ts'

const here = useWorkplace()
const WAY: Way = { name: 'desktop', width: WIDTHS.desktop, colorScheme: 'light' }

test('a toast: it stays while the pointer is over it, and then disappears', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const page = await enter(here.browser, here.place, { way: WAY })
  const { heading } = handsOf(page, WAY)
  await heading('Overview')
  await page.clock.install()
  await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings`)
  await heading('General')
  const named = page.getByLabel('Name of the workspace')
  await named.fill('Larkspur Payroll')
  await page.locator('form').filter({ has: named }).getByRole('button', { name: 'Save' }).click()
  const toast = page.locator('.toast')
  await toast.hover()
  await page.clock.fastForward(15_000)
  expect(await toast.count()).toBe(1)
  await page.mouse.move(0, 0)
  await page.clock.fastForward(15_000)
  await toast.waitFor({ state: 'detached' })
})
