import {
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  publishGuide,
  updateEnrollment,
} from '@handrail/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../../test/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

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

  test('are left by guide, by where they are in it, and by organisation, and the address tells it', async ({
    skip,
  }) => {
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
    expect(faults).toEqual([])
  }, 120_000)
})
