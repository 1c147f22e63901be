import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../packages/core/test/servers/mail-server.ts'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createContact, createEnrollment, createGuide, listMailTexts, publishGuide, removeMailServer, sendInvitation } =
  operations

const way: Way = {
  name: 'desktop-light',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [
    { name: 'tablet-dark', width: 768, colorScheme: 'dark' },
    { name: 'phone-light', width: WIDTHS.phone, colorScheme: 'light' },
  ],
}
const PASSWORD = 'correct horse battery'
const SECTIONS = [{ title: 'First day', steps: [{ title: 'Read this' }, { title: 'Sign in' }] }]

describe('mail in the settings of the console', () => {
  const here = useWorkplace()
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.close())

  async function invite(first_name: string): Promise<string> {
    const { system } = here.place
    const { data: guide } = await system.invoke(createGuide, { title: `Payroll of ${first_name}`, sections: SECTIONS })
    await system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await system.invoke(createContact, { email: `${first_name}@example.com`, first_name })
    const enrolled = { contact_id: contact.id, guide_id: guide.id, send_invitation: true }
    return (await system.invoke(createEnrollment, enrolled)).data.id
  }

  test('an owner tests and sets the mail server, sends the kept mail, and removes the server', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id, system } = here.place
    const again = await invite('Maya')
    await invite('Noor')
    await system.invoke(sendInvitation, { id: again })
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    await page.getByText('was kept: no mail server').first().waitFor()
    await look(page, way, 'kept-overview')
    await page.goto(`${base}/w/${workspace_id}/enrollments`)
    await heading('Enrollments')
    await expect.poll(() => page.getByText('Kept: no mail server').count()).toBe(2)
    expect(await page.getByText('Mail did not arrive').count()).toBe(0)

    await page.goto(`${base}/w/${workspace_id}/settings/email`)
    await heading('E-mail')
    await page.getByLabel('Host').fill('localhost')
    await page.getByLabel('Encryption').selectOption('none')
    expect(await page.getByLabel('Port').inputValue(), 'the usual port follows').toBe('25')
    await page.getByLabel('Port').fill('9')
    await page.getByRole('textbox', { name: 'Sender', exact: true }).fill('no-reply@acme.example')
    await press('Send a test first')
    await page.getByText('This must be 25, 465, 587').waitFor()
    await page.getByLabel('Port').fill(new URL(server.url).port)
    await page.getByLabel('Encryption').selectOption('starttls')
    await press('Send a test first')
    await page.getByRole('alert').getByText('offers no encryption (TLS) at this port').waitFor()
    await look(page, way, 'mail-server-refused')
    await page.getByLabel('Encryption').selectOption('none')
    await press('Send a test first')
    await page.getByText('The server accepted the test for owner@example.com.').waitFor()
    expect(server.arrived.map(({ subject }) => subject)).toEqual(['Mail from Larkspur works'])
    await page.getByLabel('Your password').fill('another password')
    await press('Save the mail server')
    await page.getByText('This is incorrect').waitFor()
    await page.getByLabel('Your password').fill(PASSWORD)
    await press('Save the mail server')
    await said('Mail is sent by this server from now on')
    await page.getByText('3 mails were kept while there was no mail server').waitFor()
    await page.getByText('1 is followed by a newer mail.').waitFor()
    expect(await page.getByText('Replies are received').count()).toBe(0)
    await look(page, way, 'mail-server')
    await press('Send a test')
    await page.getByText('The mail server accepted it for owner@example.com').waitFor()

    await page.goto(`${base}/w/${workspace_id}/outbox`)
    await page.getByText('3 mails were kept').waitFor()
    await look(page, way, 'outbox-kept')
    await press('Send 2 kept mails')
    await page.getByRole('dialog').getByText('1 is followed by a newer mail.').waitFor()
    await look(page, way, 'send-kept')
    await page.getByRole('dialog').getByRole('button', { name: 'Send 2 kept mails' }).click()
    await said('2 mails are being sent')
    await expect.poll(() => server.arrived.length, { timeout: 10_000 }).toBe(4)
    await page.getByText('mails were kept').waitFor({ state: 'detached' })

    await page.goto(`${base}/w/${workspace_id}/settings/email`)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await look(page, way, 'mail-server-remove')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await said('Mail server removed')
    await expect.poll(() => page.getByLabel('Host').inputValue()).toBe('')
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  }, 120_000)

  test('an admin sees that the owner sets it, in German', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id, system } = here.place
    const german = { ...way, locale: 'de-DE' }
    const page = await enter(here.browser, here.place, { way: german, role: 'admin' })
    const { heading } = handsOf(page, way)
    await heading('Überblick')
    await page.goto(`${base}/w/${workspace_id}/settings/email`)
    await page.getByText('Nur der Inhaber kann den Mailserver ändern.').waitFor()
    expect(await page.getByRole('button', { name: 'Mailserver speichern' }).count()).toBe(0)
    await expect(system.invoke(removeMailServer, {})).rejects.toMatchObject({ code: 'not_found' })
    await look(page, way, 'mail-server-admin')
  }, 60_000)

  test('an admin writes a text with placeholders, sees it as its recipient will, and returns to the standard', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'admin', faults, path: '/settings/mail-texts' })
    const { heading, press, said } = handsOf(page, way)
    await heading('Texts of mail')
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Hello Maya,' }).waitFor()
    const colour = await frame
      .locator('a')
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor)
    expect(colour, 'inline styles apply').toBe('rgb(15, 107, 92)')
    await look(page, way, 'mail-text-standard')

    await page.getByLabel('Mail', { exact: true }).selectOption('reminder_stalled')
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Reminder: stuck' }).waitFor()
    await page.getByLabel('Subject').fill('Weiter mit {guide_titel}?')
    await page.getByText('This has no placeholder {guide_titel}. There are {contact_name}').waitFor()
    await page.getByText('The preview shows the last valid text.').waitFor()
    await page.getByLabel('Subject').fill('Weiter mit {guide_title}?')
    await page.getByLabel('Text', { exact: true }).fill('Liebe <b>{contact_first_name}</b>,\n\nhier geht es weiter: ')
    await page.getByLabel('Text', { exact: true }).press('ControlOrMeta+End')
    await press('Link')
    await frame.getByRole('heading', { name: 'Liebe <b>Maya</b>,' }).waitFor()
    await frame.getByRole('paragraph').filter({ hasText: 'hier geht es weiter: http' }).waitFor()
    await look(page, way, 'mail-text-own')
    // Another text is looked at meanwhile.
    await page.getByLabel('Language').selectOption('en')
    await frame.getByRole('heading', { name: 'Hello Maya,' }).waitFor()
    await page.getByLabel('Language').selectOption('de')
    await page.getByText('Not saved').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Weiter mit {guide_title}?')
    await press('Plain text')
    await page.getByText('Liebe <b>Maya</b>,').last().waitFor()
    await press('Save')
    await said('Saved')
    const own = (await system.invoke(listMailTexts, { language: 'de' })).data.find(({ is_own }) => is_own)
    expect(own).toMatchObject({ kind: 'reminder_stalled', body: expect.stringMatching(/weiter: \{link\}$/) })
    await page.getByText('Your own text').waitFor()
    await press('Use the standard text')
    await page.getByRole('dialog').getByRole('button', { name: 'Use the standard text' }).click()
    await said('The standard text is used again')
    await page.getByText('Standard text', { exact: true }).waitFor()
    expect((await system.invoke(listMailTexts, {})).data.some(({ is_own }) => is_own)).toBe(false)
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  }, 120_000)
})
