import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createWebhookEndpoint,
  deleteContacts,
  publishGuide,
  restoreContacts,
  sendInvitation,
  updateContact,
} = operations

const WAY: Way = { name: 'desktop-list', width: WIDTHS.desktop, colorScheme: 'light' }
const MANY = 120
const STEPS = [{ title: 'One' }]
const NOBODY = '00000000-0000-7000-8000-000000000000'

const here = useWorkplace()

test('a long list: it loads by scrolling, does not shift while rows are added, and updates rows in place', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { system, base, workspace_id } = here.place
  const add = async (first_name: string, last_name = '') =>
    (await system.invoke(createContact, { email: `${first_name}${last_name}@list.example`, first_name, last_name }))
      .data
  const { data: endpoint } = await system.invoke(createWebhookEndpoint, {
    url: 'https://hooks.example.com',
    events: ['contact.created', 'guide.published'],
  })
  await add('Oldest')
  const { data: guide } = await system.invoke(createGuide, {
    title: 'Mailed',
    sections: [{ title: 'S', steps: STEPS }],
  })
  await system.invoke(publishGuide, { id: guide.id })
  for (let number = 0; number < MANY; number++) {
    const { id: contact_id } = await add('Contact', String(number))
    const { data } = await system.invoke(createEnrollment, { contact_id, guide_id: guide.id })
    await system.invoke(sendInvitation, { id: data.id })
  }

  const page = await enter(here.browser, here.place, { way: WAY, role: 'admin' })
  const { heading, choose, press, visit } = handsOf(page, WAY)
  await heading('Overview')
  await choose('Contacts')
  await heading('Contacts')
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link(`Contact ${MANY - 1}`).waitFor()
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(MANY + 2))
  await look(page, WAY, 'top')
  const wheel = async (pixels: number) => {
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, pixels)
  }
  await expect.poll(() => wheel(1500).then(() => link('Oldest').isVisible())).toBe(true)
  // Only the rows near the window are rendered.
  expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(MANY / 2)
  await look(page, WAY, 'end')

  await choose('Outbox')
  await heading('Outbox')
  const mailTo = (name: string) => page.getByText(`To ${name},`)
  await mailTo(`Contact ${MANY - 1}`).waitFor()
  await expect.poll(() => wheel(1500).then(() => mailTo('Contact 0').isVisible())).toBe(true)
  expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(MANY / 2)
  await look(page, WAY, 'outbox')

  await page.goto(`${base}/w/${workspace_id}/settings/webhooks/${endpoint.id}`)
  await page.getByRole('button', { name: 'contact.created' }).first().waitFor()
  // The first of all but one.
  const published = page.getByRole('button', { name: 'guide.published' })
  await expect.poll(() => wheel(1500).then(() => published.isVisible())).toBe(true)
  expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(MANY / 2)
  await look(page, WAY, 'deliveries')
  await page.goto(`${base}/w/${workspace_id}/contacts`)
  await expect.poll(() => wheel(1500).then(() => link('Oldest').isVisible())).toBe(true)

  const newest = await add('Newest')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await link('Oldest').isVisible()).toBe(true)
  await press('1 new')
  await link('Newest').waitFor()
  await system.invoke(updateContact, { id: newest.id, last_name: 'Of all' })
  await link('Newest Of all').waitFor()

  let lines = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/console/changes')) lines++
  })

  // What is brought back is there again in every window, also where its page was opened meanwhile.
  const [shown, opened] = [await page.context().newPage(), await page.context().newPage()]
  const address = `${base}/w/${workspace_id}/contacts/${newest.id}`
  await shown.goto(address)
  await handsOf(shown, WAY).heading('Newest Of all')
  await system.invoke(deleteContacts, { ids: [newest.id] })
  await handsOf(shown, WAY).heading('This no longer exists.')
  await link('Newest Of all').waitFor({ state: 'detached' })
  await opened.goto(address)
  await handsOf(opened, WAY).heading('This no longer exists.')
  await system.invoke(restoreContacts, { ids: [newest.id] })
  await Promise.all([shown, opened].map((one) => handsOf(one, WAY).heading('Newest Of all')))
  await link('Newest Of all').waitFor()
  await opened.close()

  // One connection serves all windows. When the window that has it closes, another one connects.
  expect(lines).toBe(0)
  await page
    .context()
    .route('**/console/changes', (route) =>
      route.request().frame().page() === page ? route.abort() : route.continue(),
    )
  await page.goto(`${base}/w/${workspace_id}/contacts/${NOBODY}`)
  await expect.poll(() => lines).toBe(1)
  await system.invoke(updateContact, { id: newest.id, last_name: 'Of them all' })
  await handsOf(shown, WAY).heading('Newest Of them all')
  await shown.close()

  // Without a connection, the page shows a note.
  const note = page.getByRole('status').filter({ hasText: 'No live connection' })
  await note.waitFor()
  await look(page, WAY, 'out-of-touch')
  await page.context().unroute('**/console/changes')
  await note.waitFor({ state: 'detached' })
  await heading('This no longer exists.')
  await look(page, WAY, 'missing')
  await visit('Back to the list')
  await heading('Contacts')
}, 120_000)
