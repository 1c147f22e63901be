import { operations } from '@handrail/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  deleteOrganisation,
  listContacts,
  listEmails,
  listEnrollments,
  listOrganisations,
  publishGuide,
  updateEnrollment,
} = operations

const way: Way = {
  name: 'desktop-bulk',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [{ name: 'phone-bulk', width: WIDTHS.phone, colorScheme: 'dark' }],
}
/** More than two pages of the list. */
const OPEN = 110
/** The first row. */
const NEWEST = `Open${OPEN - 1}`

describe('working with many at a time', () => {
  const here = useWorkplace()
  let guide_id = ''
  beforeAll(async () => {
    const { system } = here.place
    const guide = { title: 'Payroll', sections: [{ title: 'S', steps: [{ title: 'One' }] }] }
    guide_id = (await system.invoke(createGuide, guide)).data.id
    await system.invoke(publishGuide, { id: guide_id })
    const enroll = async (first_name: string) => {
      const email = `${first_name.toLowerCase()}@many.example`
      const { data: contact } = await system.invoke(createContact, { email, first_name })
      const expires_at = new Date(Date.now() + 3 * 86_400_000).toISOString()
      return (await system.invoke(createEnrollment, { contact_id: contact.id, guide_id, expires_at })).data.id
    }
    await system.invoke(updateEnrollment, { id: await enroll('Done'), status: 'completed' })
    for (let n = 0; n < OPEN; n++) await enroll(`Open${n}`)
  })

  test('all enrollments that match are selected beyond the page, with a preview, and changed', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults, path: '/enrollments' })
    const { heading, press, said } = handsOf(page, way)
    await heading('Enrollments')
    const bar = page.locator('.bulk')
    const pickNewest = async () => {
      // Rows that are far from the window are not drawn.
      await page.evaluate(() => window.scrollTo({ top: 0 }))
      await page.getByRole('checkbox', { name: `Select ${NEWEST}`, exact: true }).check()
    }
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await bar.getByText('50 selected').waitFor()
    await look(page, way, 'selected')
    await press('Select all that match')
    await bar.getByText(`${OPEN + 1} selected`).waitFor()
    expect(await bar.getByRole('button', { name: 'Select all that match' }).count()).toBe(0)
    // What was completed has nothing to be reminded of.
    await bar.getByRole('button', { name: 'Remind' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Remind ${OPEN} contacts?`).waitFor()
    await dialog.getByText(`and ${OPEN - 5} more`).waitFor()
    await dialog.getByText('1 other that is selected stays as it is').waitFor()
    await look(page, way, 'remind-many')
    await dialog.getByRole('button', { name: `Send ${OPEN} reminders` }).click()
    await said(`${OPEN} reminders sent.`)
    await bar.waitFor({ state: 'detached' })
    expect((await system.invoke(listEmails, { kind: 'reminder', per_page: 1 })).meta.total).toBe(OPEN)

    // Once more: all were reminded today.
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await bar.getByRole('button', { name: 'Remind' }).click()
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await said('50 were reminded today already.')

    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await bar.getByRole('button', { name: 'Extend' }).click()
    await dialog.getByLabel('Link works until').fill('2020-01-01')
    await dialog.getByRole('button', { name: /^Extend/ }).click()
    await dialog.getByText('Choose a day in the future.', { exact: true }).waitFor()
    const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Link works until').fill(day)
    await dialog.getByRole('button', { name: /^Extend/ }).click()
    await said('50 enrollments extended.')

    await pickNewest()
    await bar.getByRole('button', { name: 'Assign' }).click()
    await dialog.getByLabel('Assignee').selectOption('editor person')
    await dialog.getByRole('button', { name: 'Assign 1' }).click()
    await said('1 enrollment assigned.')
    await pickNewest()
    await bar.getByRole('button', { name: 'Expire' }).click()
    await dialog.getByRole('button', { name: 'Expire 1' }).click()
    await said('1 enrollment expired.')
    await pickNewest()
    await bar.getByRole('button', { name: 'Re-open' }).click()
    await dialog.getByRole('button', { name: 'Re-open 1' }).click()
    await said('1 enrollment re-opened.')
    const { data: mine } = await system.invoke(listEnrollments, { status: 'in_progress' })
    expect(mine.map(({ contact_name }) => contact_name)).toEqual([NEWEST])
    expect(faults).toEqual([])
  }, 120_000)

  test('all contacts that match are selected too', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await enter(here.browser, here.place, { way, path: '/contacts' })
    const { heading, press } = handsOf(page, way)
    await heading('Contacts')
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await press('Select all that match')
    await page
      .locator('.bulk')
      .getByText(`${OPEN + 1} selected`)
      .waitFor()
    await look(page, way, 'contacts-selected')
    await press('Clear the selection')
    await page.locator('.bulk').waitFor({ state: 'detached' })
  })

  test('a viewer has nothing to select', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await enter(here.browser, here.place, { way, role: 'viewer', path: '/enrollments' })
    const { heading } = handsOf(page, way)
    await heading('Enrollments')
    await page.getByRole('link', { name: /^Open/ }).first().waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
  })

  test('organisations are selected beyond the page, their contacts enrolled, and deleted by their number', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const ids: string[] = []
    for (let n = 0; n < 60; n++) ids.push((await system.invoke(createOrganisation, { name: `Customer ${n}` })).data.id)
    for (const [n, organisation_id] of ids.slice(0, 3).entries())
      await system.invoke(createContact, { email: `staff${n}@many.example`, first_name: `Staff${n}`, organisation_id })
    const faults: string[] = []
    const page = await enter(here.browser, here.place, {
      way,
      role: 'admin',
      faults,
      path: '/organisations?name=customer',
    })
    const { heading, press, said } = handsOf(page, way)
    await heading('Organisations')
    const bar = page.locator('.bulk')
    const dialog = page.getByRole('dialog')
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await bar.getByText('50 selected').waitFor()
    await press('Select all that match')
    await bar.getByText('60 selected').waitFor()
    await look(page, way, 'organisations')
    await press('Enroll their contacts')
    await dialog.getByText('Staff2').waitFor()
    await dialog.getByRole('checkbox', { name: 'Mail the link now' }).uncheck({ force: true })
    await look(page, way, 'enroll-contacts')
    await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
    await said('3 contacts enrolled')
    await look(page, way, 'enrolled-contacts')
    await dialog.getByRole('button', { name: 'Done' }).first().click()
    await bar.waitFor({ state: 'detached' })

    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
    await press('Select all that match')
    await bar.getByText('60 selected').waitFor()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('3 contacts are kept, without an organisation.').waitFor()
    await dialog.getByRole('button', { name: 'Delete 60' }).click()
    await dialog.getByText('That is not the number.').first().waitFor()
    await look(page, way, 'delete-organisations')
    await dialog.getByLabel('Type 60 to confirm').fill('60')
    // One is deleted by somebody else meanwhile.
    await system.invoke(deleteOrganisation, { id: ids[59] ?? '' })
    await dialog.getByRole('button', { name: 'Delete 60' }).click()
    await said('59 organisations deleted. 1 was deleted meanwhile.')
    expect((await system.invoke(listOrganisations, { name: 'customer' })).meta.total).toBe(0)
    expect((await system.invoke(listContacts, { query: 'staff' })).data.map((one) => one.organisation_id)).toEqual([
      null,
      null,
      null,
    ])
    expect(faults).toEqual([])
  })
})
