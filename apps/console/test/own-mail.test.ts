import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { look, WIDTHS } from '../../../test/browser/browser.ts'
import { enter, useWorkplace, type Way } from './workplace.ts'

const { createGuide, getOwnMail, getWorkspace, publishGuide } = operations

const here = useWorkplace()
const way: Way = { name: 'own-mail', width: WIDTHS.desktop, colorScheme: 'light' }
const narrow: Way = { name: 'own-mail-narrow', width: WIDTHS.phone, colorScheme: 'dark' }

test('each member chooses the kinds of mail, and an admin whether participants get the daily mail', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { handrail, workspace_id, base } = here.place
  const system = await handrail.asSystem(workspace_id)
  const faults: string[] = []
  const page = await enter(here.browser, here.place, { way, role: 'admin', faults, path: '/settings/account' })
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(await page.getByRole('region', { name: 'Your mail' }).count(), 'without plans there is no digest').toBe(0)

  const steps = [{ title: 'Ours', responsible: 'team' }]
  const { data: guide } = await system.invoke(createGuide, { title: 'Go live', sections: [{ title: 'All', steps }] })
  await system.invoke(publishGuide, { id: guide.id })
  await system
    .invoke(operations.createContact, { email: 'yuki@example.com', first_name: 'Yuki' })
    .then(({ data }) => system.invoke(operations.createEnrollment, { contact_id: data.id, guide_id: guide.id }))
  await page.reload()
  const own = page.getByRole('region', { name: 'Your mail' })
  await own.getByLabel('Customers who turned late').uncheck()
  await page.getByText('Saved').first().waitFor()
  await own.getByLabel('Mentions in internal notes').uncheck()
  await look(page, { name: 'own-mail', isScripted: true })
  const { data: members } = await system.invoke(operations.listMembers, {})
  const admin = await handrail.asMember(workspace_id, members.find(({ role }) => role === 'admin')?.user_id ?? '')
  const kinds = { steps: true, reviews: true, questions: true, turned_late: false, mentions: false }
  await expect.poll(async () => (await admin.invoke(getOwnMail, {})).data).toEqual(kinds)
  await page.reload()
  await own.getByLabel('Customers who turned late').waitFor()
  expect(await own.getByRole('checkbox', { checked: true }).count()).toBe(3)

  await page.goto(`${base}/w/${workspace_id}/settings/email`)
  const daily = page.getByRole('region', { name: 'Mail to participants' })
  await daily.getByRole('checkbox').uncheck()
  await expect.poll(async () => (await system.invoke(getWorkspace, {})).data.sends_daily_mail).toBe(false)
  await look(page, { name: 'daily-mail', isScripted: true })
  await page.goto(`${base}/w/${workspace_id}/settings/mail-texts?kind=daily_mail`)
  const frame = page.frameLocator('iframe.mail-frame')
  await frame.getByText('Good morning Maya, 3 things are yours.').waitFor()
  expect(await frame.getByRole('listitem').first().textContent()).toContain('2 days late')
  await look(page, { name: 'daily-mail-preview', isScripted: true })
  await page.getByLabel('Mail', { exact: true }).selectOption('Digest, to your team')
  await frame.getByText('Good morning Jonas Weber, 3 things wait for you.').waitFor()
  expect(faults).toEqual([])

  const phone = await enter(here.browser, here.place, { way: narrow, role: 'admin', faults, path: '/settings/account' })
  await phone.getByRole('region', { name: 'Your mail' }).scrollIntoViewIfNeeded()
  await look(phone, { name: 'own-mail-narrow', isScripted: true })
  expect(faults).toEqual([])
}, 180_000)
