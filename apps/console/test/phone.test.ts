import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createContact, createEnrollment, createGuide, publishGuide, sendInvitation } = operations

const WAY: Way = { name: 'phone-reach', width: WIDTHS.phone, colorScheme: 'light' }

const here = useWorkplace()

test('the console on a phone: all pages, settings and actions are reachable, and undelivered mail is reported', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { system, handrail, workspace_id } = here.place
  const { data: guide } = await system.invoke(createGuide, {
    title: 'Payroll',
    sections: [{ title: 'S', steps: [{ title: 'One' }] }],
  })
  await system.invoke(publishGuide, { id: guide.id })
  const { data: contact } = await system.invoke(createContact, { email: 'maya@phone.example', first_name: 'Maya' })
  const { data: enrollment } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
  await system.invoke(sendInvitation, { id: enrollment.id })
  // As the sender writes it down where a mail server refuses.
  await handrail.database.write(async ({ db, tables: { emails } }) => {
    await db.update(emails).set({ status: 'failed', error: 'The mail server rejected the mail: 550' })
  })

  const faults: string[] = []
  const page = await enter(here.browser, here.place, { way: WAY, faults })
  const { heading, choose, press } = handsOf(page, WAY)
  await heading('Overview')
  await choose('Customers')
  await heading('Customers')
  await page.getByRole('link', { name: 'Maya' }).waitFor()
  const { height } = page.viewportSize() ?? { height: 0 }
  const enroll = page.getByRole('button', { name: 'Enroll contacts' })
  expect((await enroll.boundingBox())?.y, 'in the lower third').toBeGreaterThan((height * 2) / 3)
  expect(await page.getByRole('combobox', { name: 'Guide' }).isVisible()).toBe(false)
  await press('Filters')
  await page.getByRole('combobox', { name: 'Guide' }).selectOption('Payroll')
  await press('Filters 1')
  await page.getByRole('link', { name: 'Maya' }).waitFor()

  const more = () => page.getByRole('button', { name: 'More', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await more()
  await sheet.getByText('Olga Owner, Owner').waitFor()
  await sheet.getByRole('link', { name: 'Outbox 1 not sent' }).waitFor()
  await look(page, WAY, 'more')
  await sheet.getByLabel('Light or dark').selectOption('Dark')
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  await look(page, WAY, 'more-dark')
  await sheet.getByLabel('Language').selectOption('Deutsch')
  await sheet.getByLabel('Sprache').selectOption('English')
  await sheet.getByRole('link', { name: 'Integrations' }).click()
  await heading('API keys')
  // Each of the settings is one press from each other.
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('link', { name: 'Backups' }).click()
  await heading('Backups')
  await look(page, WAY, 'settings')
  await more()
  await sheet.getByRole('link', { name: 'Outbox' }).click()
  await heading('Outbox')
  await page.getByRole('row').filter({ hasText: 'Not delivered' }).waitFor()
  expect(await handrail.database.read(({ db, tables: { emails } }) => db.select().from(emails))).toMatchObject([
    { workspace_id, status: 'failed' },
  ])
  expect(faults).toEqual([])
}, 120_000)
