import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, openWindow, signIn, useWorkplace, type Way } from './workplace.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  listViews,
  publishGuide,
  updateView,
} = operations

const WAYS: Way[] = [
  {
    name: 'desktop-views',
    width: WIDTHS.desktop,
    colorScheme: 'light',
    also: [{ name: 'tablet-views', width: 768, colorScheme: 'dark' }],
  },
  { name: 'phone-views', width: WIDTHS.phone, colorScheme: 'dark' },
]
const NAMES = ['Zoë Ahlers', 'ben Ito', 'Ågot Berg', 'Maya Osei']
const BY_NAME = ['Ågot Berg', 'ben Ito', 'Maya Osei', 'Zoë Ahlers']
const NEWEST = NAMES.toReversed()

/** The names of the rows: each is the first link of its row. */
function namesIn(page: Page): Promise<string[]> {
  return page
    .locator('tbody th')
    .evaluateAll((heads) => heads.map((head) => head.querySelector('a')?.textContent ?? ''))
}

describe.each(WAYS)('orders and views of lists, $name', (way) => {
  const here = useWorkplace()
  const isNarrow = way.width < 1200
  /** Completes the only step of somebody's guide. */
  let guide_id = ''
  const advance = new Map<string, () => Promise<unknown>>()
  beforeAll(async () => {
    const { system } = here.place
    const guide = { title: 'Payroll', sections: [{ title: 'S', steps: [{ title: 'One' }] }] }
    const { id, sections } = (await system.invoke(createGuide, guide)).data
    guide_id = id
    const step_id = sections[0]?.steps[0]?.id ?? ''
    await system.invoke(publishGuide, { id: guide_id })
    for (const [index, name] of NAMES.entries()) {
      const [first_name = '', last_name = ''] = name.split(' ')
      const { data: organisation } = await system.invoke(createOrganisation, { name: `${last_name} & Sons` })
      for (let more = 0; more <= index; more++) {
        const email = `${index}-${more}@views.example`
        const person = more === 0 ? { first_name, last_name } : { first_name: `Colleague${index}${more}` }
        const { data } = await system.invoke(createContact, { email, ...person, organisation_id: organisation.id })
        if (more > 0) continue
        const { id } = (await system.invoke(createEnrollment, { contact_id: data.id, guide_id })).data
        advance.set(name, () => system.invoke(completeStep, { id, step_id }))
      }
    }
  })

  test('a list is sorted by its columns, in the address, with a search', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults, path: '/enrollments' })
    const { heading } = handsOf(page, way)
    const rows = () => namesIn(page)
    await expect.poll(rows).toEqual(NEWEST)
    const head = (name: string) => page.getByRole('columnheader', { name })
    await head('Contact').getByRole('button').click()
    await expect.poll(rows).toEqual(BY_NAME)
    expect(new URL(page.url()).search).toBe('?sort=contact_name')
    expect(await head('Contact').getAttribute('aria-sort')).toBe('ascending')
    await head('Contact').getByRole('button').click()
    await expect.poll(rows).toEqual(BY_NAME.toReversed())
    await page.reload()
    await expect.poll(rows).toEqual(BY_NAME.toReversed())
    expect(await head('Contact').getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('O')
    await expect.poll(rows).toEqual(['Zoë Ahlers', 'Maya Osei', 'ben Ito', 'Ågot Berg'])
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('berg ågot')
    await expect.poll(rows).toEqual(['Ågot Berg'])
    await look(page, way, 'enrollments')
    // By a related record: the guide and the status.
    const choose = async (column: string, words: string) => {
      if (isNarrow) await page.getByRole('combobox', { name: 'Order' }).selectOption(words)
      else await head(column).getByRole('button').click()
    }
    await page.goto(`${base}/w/${workspace_id}/enrollments`)
    await expect.poll(rows).toEqual(NEWEST)
    await choose('Status', 'By status, invited first')
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=status')
    await expect.poll(rows).toEqual(NEWEST)
    await choose('Guide', 'By guide, from A')
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=guide_title')
    await advance.get('Maya Osei')?.()
    await page.goto(`${base}/w/${workspace_id}/contacts`)
    await heading('Contacts')
    await choose('Organisation', 'By organisation, from A')
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('organisation_name')
    await expect
      .poll(async () => (await rows()).slice(0, 4))
      .toEqual(['Zoë Ahlers', 'Colleague22', 'Colleague21', 'Ågot Berg'])
    await look(page, way, 'contacts-by-organisation')
    // By the latest enrollment: those who have none come last, the newest first.
    const enrolled = async () => (await rows()).slice(0, 5)
    await choose('Latest enrollment', 'Newest enrollment first')
    await expect.poll(enrolled).toEqual([...NEWEST, 'Colleague33'])
    await advance.get('Ågot Berg')?.()
    await choose('Last active', 'Newest activity first')
    await expect.poll(enrolled).toEqual(['Ågot Berg', 'Maya Osei', 'ben Ito', 'Zoë Ahlers', 'Colleague33'])
    await choose('Last active', 'Oldest activity first')
    await expect.poll(enrolled).toEqual(['Maya Osei', 'Ågot Berg', 'Zoë Ahlers', 'ben Ito', 'Colleague33'])
    await look(page, way, 'contacts-by-activity')
    // In a guide, the same columns are of the enrollment in it.
    await page.goto(`${base}/w/${workspace_id}/contacts?guide=${guide_id}`)
    await expect.poll(rows).toEqual(NEWEST)
    await choose('Last active', 'Newest activity first')
    await expect.poll(rows).toEqual(['Ågot Berg', 'Maya Osei', 'ben Ito', 'Zoë Ahlers'])
    await choose('Payroll', 'Newest enrollment first')
    await expect.poll(rows).toEqual(NEWEST)
    await look(page, way, 'contacts-in-guide')
    await page.goto(`${base}/w/${workspace_id}/contacts?guide=${guide_id}&status=none`)
    await expect.poll(() => rows().then((names) => names.length)).toBe(6)
    expect(await head('Last active').getByRole('button').count()).toBe(0)
    await page.goto(`${base}/w/${workspace_id}/organisations`)
    await expect.poll(rows).toHaveLength(4)
    const order = page.getByRole('combobox', { name: 'Order' })
    expect(await order.isVisible()).toBe(isNarrow)
    if (isNarrow) await order.selectOption('Most contacts first')
    else await head('Contacts').getByRole('button').click()
    await expect.poll(rows).toEqual(['Osei & Sons', 'Berg & Sons', 'Ito & Sons', 'Ahlers & Sons'])
    await look(page, way, 'organisations')
    await page.goto(`${base}/w/${workspace_id}/contacts?query=colleague3`)
    await expect.poll(() => rows().then((names) => names.length)).toBe(3)
    await head('Name').getByRole('button').click()
    await expect.poll(rows).toEqual(['Colleague31', 'Colleague32', 'Colleague33'])
    await look(page, way, 'contacts')
    expect(faults).toEqual([])
  })

  test('a view is saved, shared and seen by colleagues at once, renamed, moved, deleted and brought back', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id, system } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    const rows = () => namesIn(page)
    const dialog = page.getByRole('dialog')
    const save = async (name: string, isShared: boolean) => {
      await press('Save view')
      await dialog.getByLabel('Name').fill(name)
      if (isShared) await dialog.getByRole('checkbox', { name: 'Shared with the workspace' }).check()
      await look(page, way, `save-${isShared ? 'shared' : 'private'}`)
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await said('Saved')
    }
    await page.goto(`${base}/w/${workspace_id}/contacts?query=colleague`)
    await heading('Contacts')
    await save('Colleagues', true)
    await page.goto(`${base}/w/${workspace_id}/contacts?sort=name&status=none`)
    await save('Not yet enrolled', true)
    await page.goto(`${base}/w/${workspace_id}/enrollments?status=invited&sort=contact_name`)
    await save('Invited', false)
    const named = async () => (await system.invoke(listViews, {})).data.map(({ name }) => name)
    expect(await named()).toEqual(['Not yet enrolled', 'Colleagues'])
    await look(page, way, 'saved')
    // The palette finds them all.
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('not yet')
    await page.getByRole('option', { name: /Not yet enrolled/ }).click()
    await heading('Contacts')
    await expect.poll(() => rows().then(([first]) => first)).toBe('Colleague11')
    // A change is offered for saving.
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('colleague3')
    await press('Save changes')
    await expect.poll(async () => (await system.invoke(listViews, {})).data[0]?.filters.query).toBe('colleague3')
    const view = () => page.getByRole('button', { name: 'More for Not yet enrolled' })
    await view().first().click()
    await look(page, way, 'menu')
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect
      .poll(async () => (await system.invoke(listViews, {})).data.map(({ name, position }) => `${position} ${name}`))
      .toEqual(['1 Not yet enrolled', '2 Colleagues'])
    await view().first().click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByLabel('Name').fill('Waiting')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(named).toEqual(['Waiting', 'Colleagues'])
    await page.getByRole('button', { name: 'More for Waiting' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await said('Waiting deleted')
    await expect.poll(named).toEqual(['Colleagues'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(named).toEqual(['Waiting', 'Colleagues'])
    await expect
      .poll(async () => (await system.invoke(listViews, {})).data.map(({ position, filters }) => [position, filters]))
      .toEqual([
        [1, { enrollment_status: 'none', query: 'colleague3' }],
        [2, { query: 'colleague' }],
      ])
    const { data: again } = await system.invoke(listViews, {})
    if (isNarrow) {
      await page.goto(`${base}/w/${workspace_id}`)
      await heading('Overview')
    }
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const links = async () => {
      if (way.name !== 'phone-views') return navigation.getByRole('list', { name: 'Views: Contacts' })
      await page.getByRole('button', { name: 'More', exact: true }).click()
      return dialog.getByRole('list', { name: 'Views: Contacts' })
    }
    const list = await links()
    await list.getByRole('link', { name: 'Waiting' }).waitFor()
    await look(page, way, 'navigation')
    // A change of somebody else is seen without a reload.
    await system.invoke(updateView, { id: again[0]?.id ?? '', name: 'Changed elsewhere' })
    await list.getByRole('link', { name: 'Changed elsewhere' }).waitFor()
    await list.getByRole('button', { name: 'All views' }).click()
    await page.getByRole('dialog', { name: 'Views: Contacts' }).getByText('Shared with the workspace').waitFor()
    await look(page, way, 'all')
    expect(faults).toEqual([])
  })

  test('a viewer opens shared views, and saves private ones', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id } = here.place
    const page = await openWindow(here.browser, way)
    await signIn(page, here.place, 'viewer')
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    await page.goto(`${base}/w/${workspace_id}/contacts?query=colleague`)
    // The filters are those of a shared view, which a viewer cannot change.
    await page.locator('.view-tools').getByText('Colleagues').waitFor()
    expect(await page.locator('.view-tools').getByRole('button').count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Name or e-mail' }).fill('colleague1')
    await press('Save view')
    await page.getByRole('dialog').getByText('Only you see this view.').waitFor()
    expect(await page.getByRole('dialog').getByRole('checkbox').count()).toBe(0)
    await page.getByRole('dialog').getByLabel('Name').fill('Mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await said('Saved')
    expect(await page.locator('.view-tools').getByText('Mine').isVisible()).toBe(true)
  })
})
