import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { listWorkspaces } = operations

const WAYS: Way[] = [
  { name: 'sample-desktop', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-sample', width: WIDTHS.phone, colorScheme: 'dark' },
]

describe.each(WAYS)('a sample workspace, $name', (way) => {
  const here = useWorkplace()
  const isPhone = way.width === WIDTHS.phone

  test('is added with one press, looked around in, and deleted', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { handrail } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, press, choose } = handsOf(page, way)
    await heading('Overview')
    await look(page, way, 'offered')
    await press('Add sample workspace')
    await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Look around first?' }).count()).toBe(0)
    await look(page, way, 'overview')

    // What needs attention is narrowed down in the address, so that it is the same after a reload, and for others.
    const waiting = page.getByRole('region', { name: 'Needs your attention' })
    const kinds = waiting.getByRole('group', { name: 'Needs your attention' })
    const notStarted = waiting.getByText(/^Invited \d+ days? ago, not started/)
    await waiting
      .getByText(/^\d+ days? at “/)
      .first()
      .waitFor()
    await kinds.getByRole('button', { name: /^Not started/ }).click()
    await page.waitForURL(/\?attention=not_started$/)
    await page.reload()
    await notStarted.first().waitFor()
    expect(await kinds.getByRole('button', { pressed: true }).textContent()).toMatch(/^Not started \d+$/)
    expect(await waiting.getByRole('listitem').count()).toBe(await notStarted.count())
    await kinds.getByRole('button', { name: /^All/ }).click()
    await page.waitForURL(/\/w\/[\w-]+$/)

    await choose('Contacts')
    await page.getByRole('link', { name: 'Amara Okafor' }).waitFor()
    const sample = page.url().match(/\/w\/([^/]+)/)?.[1] ?? ''
    expect(sample).not.toBe(here.place.workspace_id)

    // Back to the own workspace, which has none of it, and there again.
    if (isPhone) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await press('Switch')
      await look(page, way, 'switch')
      await page.getByRole('link', { name: 'Larkspur' }).click()
    } else {
      await page.getByRole('button', { name: 'Acme Analytics' }).click()
      await page.getByRole('menuitem', { name: 'Acme Analytics Sample' }).waitFor()
      await look(page, way, 'switch')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Olga Owner' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
      await look(page, way, 'account')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Acme Analytics' }).click()
      await page.getByRole('menuitem', { name: 'Larkspur' }).click()
    }
    await page.waitForURL(`**/w/${here.place.workspace_id}`)
    await page.getByText('0 of 5 done').waitFor()
    await press('Open sample workspace')
    await page.waitForURL(`**/w/${sample}`)

    await page.goto(`${here.place.base}/w/${sample}/settings`)
    await heading('General')
    await press('Delete the workspace')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type Acme Analytics to confirm').fill('Acme')
    await dialog.getByLabel('Your password').fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Delete the workspace' }).click()
    await dialog.getByText('is not the name of the workspace, "Acme Analytics"').first().waitFor()
    await look(page, way, 'delete')
    await dialog.getByLabel('Type Acme Analytics to confirm').fill('Acme Analytics')
    await dialog.getByRole('button', { name: 'Delete the workspace' }).click()
    await page.waitForURL(`**/w/${here.place.workspace_id}`)
    await page.getByText('Acme Analytics deleted').waitFor()
    await page.getByRole('button', { name: 'Add sample workspace' }).waitFor()
    await handrail.upkeep()
    const names = async () =>
      (await (await handrail.asSystem()).invoke(listWorkspaces, {})).data.map(({ name }) => name)
    expect(await names()).toEqual(['Larkspur'])

    // Nobody could make another one in the browser.
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings`)
    await page.getByText('This is the only workspace of the instance').waitFor()
    expect(await page.getByRole('button', { name: 'Delete the workspace' }).count()).toBe(0)
    await look(page, way, 'only')

    // By searching, too.
    if (!isPhone) {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill('sample')
      await page.getByRole('option', { name: 'Add sample workspace' }).click()
      await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
      expect(await names()).toEqual(['Larkspur', 'Acme Analytics'])
    }
    expect(faults.filter((fault) => !/status of (409|422)/.test(fault))).toEqual([])
  }, 180_000)

  test('is not offered to whoever does not own the workspace', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await enter(here.browser, here.place, { way, role: 'admin' })
    const { heading } = handsOf(page, way)
    await heading('Overview')
    await page.getByRole('heading', { name: 'Work together' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add sample workspace' }).count()).toBe(0)
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings`)
    await heading('General')
    expect(await page.getByRole('button', { name: 'Delete the workspace' }).count()).toBe(0)
  })
})
