import { operations } from '@handrail/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  listContacts,
  publishGuide,
  updateEnrollment,
} = operations

const WAYS: Way[] = [
  { name: 'desktop-contacts', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-contacts', width: WIDTHS.phone, colorScheme: 'dark' },
]

describe.each(WAYS)('contacts in the console, $name', (way) => {
  const here = useWorkplace()
  beforeAll(async () => {
    const { system } = here.place
    const { data: harbour } = await system.invoke(createOrganisation, { name: 'Harbour' })
    const contact = async (first_name: string, organisation_id: string | null = null) => {
      const email = `${first_name.toLowerCase()}@list.example`
      return (await system.invoke(createContact, { email, first_name, organisation_id })).data.id
    }
    const guide = async (title: string) => {
      const { data } = await system.invoke(createGuide, {
        title,
        sections: [{ title: 'S', steps: [{ title: 'One' }] }],
      })
      await system.invoke(publishGuide, { id: data.id })
      return data.id
    }
    const enroll = async (contact_id: string, guide_id: string, status?: 'completed' | 'in_progress') => {
      const { data } = await system.invoke(createEnrollment, { contact_id, guide_id })
      if (status) await system.invoke(updateEnrollment, { id: data.id, status })
    }
    const [payroll, pension] = [await guide('Payroll'), await guide('Pension')]
    const done = await contact('Done', harbour.id)
    const begun = await contact('Begun', harbour.id)
    const asked = await contact('Asked')
    await contact('Nowhere')
    await enroll(done, payroll, 'completed')
    await enroll(done, pension)
    await enroll(begun, payroll, 'in_progress')
    await enroll(asked, payroll)
  })

  test('the filters: guide, status and organisation narrow the list, and are in the address', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, choose, press } = handsOf(page, way)
    await heading('Overview')
    await choose('Contacts')
    await heading('Contacts')
    const names = async () => (await page.getByRole('rowheader').getByRole('link').allTextContents()).filter(isContact)
    const isContact = (name: string) => ['Done', 'Begun', 'Asked', 'Nowhere'].includes(name)
    const shows = (...expected: string[]) => expect.poll(names).toEqual(expected)
    await shows('Nowhere', 'Asked', 'Begun', 'Done')
    const filters = page.getByRole('button', { name: /^Filters/ })
    const open = async () => {
      if (await filters.isVisible()) await filters.click()
    }
    await open()
    const status = page.getByRole('combobox', { name: 'Status' })

    await page.getByRole('combobox', { name: 'Guide' }).selectOption('Payroll')
    await shows('Asked', 'Begun', 'Done')
    await status.selectOption('Not finished')
    await shows('Asked', 'Begun')
    // In the guide that was chosen, and not in the one that came last.
    await status.selectOption('Completed')
    await shows('Done')
    await page
      .getByRole('row')
      .filter({ hasText: 'Done' })
      .getByText('Completed')
      .first()
      .waitFor({ state: 'attached' })
    await status.selectOption('Not in this guide')
    await shows('Nowhere')
    await look(page, way, 'filtered')
    expect(new URL(page.url()).searchParams.get('status')).toBe('none')
    await page.reload()
    await shows('Nowhere')
    await open()

    await status.selectOption('Expired')
    await page.getByText('No contact matches these filters').waitFor()
    await look(page, way, 'none-left')
    await press('Clear filters')
    await shows('Nowhere', 'Asked', 'Begun', 'Done')
    await page.getByPlaceholder('All organisations').fill('Harb')
    await page.getByRole('option', { name: 'Harbour' }).click()
    await shows('Begun', 'Done')
    await status.selectOption('On their way')
    await shows('Begun')

    // Who is searched for is one of those whom the filters leave.
    await page.getByRole('searchbox').fill('e')
    await status.selectOption('Not finished')
    await shows('Begun', 'Done')
    await page.getByRole('searchbox').fill('done')
    await shows('Done')
    expect(new URL(page.url()).searchParams.get('query')).toBe('done')
    await page.getByRole('searchbox').fill('asked')
    await page.getByText('No contact matches these filters').waitFor()
    await press('Clear filters')
    await shows('Nowhere', 'Asked', 'Begun', 'Done')
    expect(faults).toEqual([])
  }, 120_000)

  test('the menu of a row: it edits, moves and deletes the contact', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const { data: mill } = await system.invoke(createOrganisation, { name: 'Mill' })
    const { data: contact } = await system.invoke(createContact, {
      email: 'menu@list.example',
      first_name: 'Menu',
      organisation_id: mill.id,
    })
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, choose, press, said } = handsOf(page, way)
    await heading('Overview')
    await choose('Contacts')
    const menu = page.getByRole('button', { name: 'More for Menu', exact: true })
    await page.getByRole('link', { name: 'Menu', exact: true }).waitFor()
    // A phone has no room for it: there it is on the page of the contact.
    if (way.width === WIDTHS.phone) return expect(await menu.isVisible()).toBe(false)
    const pick = async (name: string) => {
      await menu.click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Enroll in a guide' }).waitFor()
    await look(page, way, 'row-menu')
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)

    await pick('Edit')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Last name').fill('Card')
    await press('Save')
    await page.getByRole('link', { name: 'Menu Card', exact: true }).waitFor()
    const found = async () => (await system.invoke(listContacts, { email: 'menu@list.example' })).data[0]
    expect(await found()).toMatchObject({ last_name: 'Card', organisation_id: mill.id })

    await page.getByRole('button', { name: 'More for Menu Card' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await said('1 contact deleted')
    await page.getByRole('link', { name: 'Menu Card', exact: true }).waitFor({ state: 'detached' })
    await press('Undo')
    await page.getByRole('link', { name: 'Menu Card', exact: true }).waitFor()
    expect((await found())?.id).toBe(contact.id)

    // An organisation whose name has not come yet is kept.
    const named = Promise.withResolvers<void>()
    await page.route('**/console/operations/list_organisation_names', (route) =>
      named.promise.then(() => route.continue()),
    )
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/contacts/${contact.id}`)
    await heading('Menu Card')
    await press('Edit')
    await dialog.getByLabel('Last name').fill('Kept')
    await press('Save')
    await heading('Menu Kept')
    named.resolve()
    expect(await found()).toMatchObject({ last_name: 'Kept', organisation_id: mill.id })
    expect(faults).toEqual([])
  }, 120_000)
})
