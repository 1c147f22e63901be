import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  createApiKey,
  createOrganisation,
  createWebhookEndpoint,
  getWebhookEndpoint,
  listOrganisations,
  listWebhookEndpoints,
} = operations

const WAYS: Way[] = [
  { name: 'desktop-light', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-dark', width: WIDTHS.phone, colorScheme: 'dark' },
]

describe.each(WAYS)('webhooks in the console, $name', (way) => {
  const here = useWorkplace({ deliver: true })

  test('a webhook: it is created and tested, a failed delivery is inspected and resent, and missed events are recovered', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    let broken = false
    const receiver = await startReceiver(
      (response) => void response.writeHead(broken ? 503 : 200).end(broken ? 'not now' : 'thanks'),
    )
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, press, said } = handsOf(page, way)
    const dialog = page.getByRole('dialog')
    const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    const pick = async (action: string) => {
      await press('More for CRM')
      await page.getByRole('menuitem', { name: action, exact: true }).click()
      await dialog.waitFor()
    }
    await heading('Overview')
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings/webhooks`)
    await heading('Webhooks')
    await press('New webhook')
    await page.getByLabel('Address', { exact: true }).fill(receiver.url('/hook'))
    await page.getByLabel('Name (optional)').fill('CRM')
    await inDialog('Create the webhook')
    await press('I have saved it')
    const title = page.getByRole('heading', { level: 1, name: /^CRM/ })
    await title.waitFor()
    await press('Send a test')
    await said('The test arrived')

    await pick('Change delivery settings')
    await dialog.getByLabel('One at a time, in order').check()
    await dialog.getByLabel('Maximum per second').fill('20')
    await dialog.getByLabel('Custom headers').fill('content-type: text/plain')
    await inDialog('Save')
    await dialog.getByText('This is a header that the service sets itself').waitFor()
    await dialog.getByLabel('Custom headers').fill('Authorization: Bearer of-the-receiver')
    await look(page, way, 'webhook-settings')
    await inDialog('Save')
    await dialog.waitFor({ state: 'detached' })
    for (const chip of ['One at a time, in order', '20 per second', 'authorization'])
      await page.getByText(chip, { exact: true }).waitFor()

    broken = true
    await here.place.system.invoke(createOrganisation, { name: 'Harbour' })
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(receiver.received[1]?.headers.authorization).toBe('Bearer of-the-receiver')
    const row = page.getByRole('row').filter({ hasText: 'organisation.created' })
    const shows = (text: string) =>
      expect
        .poll(async () => {
          await page.reload()
          await title.waitFor()
          await row.first().waitFor()
          return row.first().textContent()
        })
        .toContain(text)
    await shows('503')
    expect(await row.first().textContent()).toMatch(/\d ms/)
    await page.getByText('Your server answers 503.').waitFor()
    await page.getByText('1 delivered, 1 waiting', { exact: true }).waitFor()
    const hours = page.getByRole('list', { name: 'Last 24 hours' }).getByRole('listitem')
    await expect.poll(() => hours.count()).toBe(24)
    await look(page, way, 'webhook-failing')
    await press('Retry now')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(2)
    await page.getByLabel('Event', { exact: true }).selectOption('webhook.test')
    await row.waitFor({ state: 'detached' })
    await page.getByLabel('Event', { exact: true }).selectOption('organisation.created')
    await row.getByRole('button', { name: 'organisation.created' }).click()
    // Beside the list where there is room, else in front of it.
    const isBeside = way.width === WIDTHS.desktop
    const delivery = isBeside ? page.getByRole('region', { name: 'organisation.created' }) : dialog
    const tries = delivery.getByRole('region', { name: 'Attempts' })
    await tries.getByText('503').first().click()
    await tries.getByText('127.0.0.1').first().waitFor()
    const shown = await delivery.textContent()
    for (const text of ['"name": "Harbour"', 'not now', '127.0.0.1', 'authorization: •••', 'webhook-signature: v1,'])
      expect(shown).toContain(text)
    expect(shown).not.toContain('of-the-receiver')
    await look(page, way, 'webhook-delivery')
    // The address shows it to whoever gets it.
    await page.reload()
    await delivery.getByRole('region', { name: 'Response' }).getByText('not now').waitFor()
    broken = false
    const tried = receiver.received.length
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await said('It is sent again')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(tried)
    await shows('Delivered')
    if (isBeside) {
      await delivery.getByRole('button', { name: 'Close' }).click()
      await delivery.waitFor({ state: 'detached' })
      const named = await page.evaluate(() => document.activeElement?.textContent)
      expect(named).toBe('organisation.created')
    }
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    await page.getByText('No delivery matches the filter.').waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await row.first().waitFor()

    await press('Pause')
    await page.getByText('Paused', { exact: true }).waitFor()
    await here.place.system.invoke(createOrganisation, { name: 'Mill' })
    await press('Resume')
    await page.getByText('Active', { exact: true }).waitFor()
    await pick('Resend missed events')
    await look(page, way, 'webhook-recover')
    await inDialog('Send again')
    const recovery = page.getByRole('region', { name: 'Sent again' })
    await recovery.getByText('Done', { exact: true }).waitFor()
    await recovery.getByText(/^1 found among/).waitFor()
    await expect.poll(() => receiver.received.map(({ body }) => JSON.parse(body).data.name).at(-1)).toBe('Mill')
    await look(page, way, 'webhook-recovered')

    // Only events of one organisation.
    await pick('Change delivery settings')
    const chosen = dialog.getByRole('button', { name: 'Leave out Mill' })
    const choose = async () => {
      await dialog.getByLabel('Organisation', { exact: true }).fill('Mil')
      await page.getByRole('option', { name: 'Mill' }).click()
      await chosen.waitFor()
    }
    await choose()
    await chosen.click()
    await chosen.waitFor({ state: 'detached' })
    await choose()
    await inDialog('Save')
    await dialog.waitFor({ state: 'detached' })
    const { data: endpoints } = await here.place.system.invoke(listWebhookEndpoints, {})
    const { data: organisations } = await here.place.system.invoke(listOrganisations, { name: 'Mill' })
    expect(endpoints[0]?.organisation_ids).toEqual([organisations[0]?.id])
    // The header that was refused.
    expect(faults).toEqual([expect.stringContaining('422')])
    await receiver.close()
  })

  test('a webhook that a program without access to links made: the page says that links are left out, a rename leaves it so, and an owner sends them', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system, handrail, base, workspace_id } = here.place
    const scopes = ['webhooks:manage' as const]
    const { token } = (await system.invoke(createApiKey, { name: 'Program', scopes })).data
    const program = await handrail.asToken(token)
    const given = { url: 'https://crm.example.com/hook', events: ['enrollment.*'], description: 'Program' }
    const { id } = (await program.invoke(createWebhookEndpoint, given)).data
    const showsLinks = async () => (await system.invoke(getWebhookEndpoint, { id })).data.shows_links
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, press, said } = handsOf(page, way)
    const dialog = page.getByRole('dialog')
    await heading('Overview')
    await page.goto(`${base}/w/${workspace_id}/settings/webhooks/${id}`)
    const leftOut = page.getByText('Events about new enrollments are sent without the link of the customer')
    await leftOut.waitFor()
    await look(page, way, 'webhook-without-links')
    await press('More for Program')
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Name (optional)').fill('Renamed')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Renamed/ }).waitFor()
    expect(await showsLinks()).toBe(false)
    await leftOut.waitFor()
    await press('Send links')
    await dialog.getByText('crm.example.com').waitFor()
    await dialog.getByRole('button', { name: 'Send links', exact: true }).click()
    await said('Links are sent from now on')
    await page.getByText('Events about new enrollments have the link of the customer').waitFor()
    expect(await showsLinks()).toBe(true)
    expect(faults).toEqual([])
  })
})
