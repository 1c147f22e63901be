import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Bound,
  createContact,
  createEnrollment,
  createGuide,
  createHandrail,
  createWorkspace,
  getEmail,
  type Handrail,
  issueSetUpLink,
  listEmails,
  publishGuide,
} from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, violationsOf, WIDTHS } from '../../../../test/browser.ts'
import { createApp } from '../app.ts'

const PASSWORD = 'correct horse battery'
/** Where to keep pictures of every page, for whoever wants to look at them. */
const PICTURES = process.env.HANDRAIL_TEST_PICTURES

let browser: Browser | string
beforeAll(async () => {
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
})

const WAYS = [
  { name: 'phone', width: WIDTHS.phone, javaScriptEnabled: true, colorScheme: 'light' },
  { name: 'script-less phone', width: WIDTHS.phone, javaScriptEnabled: false, colorScheme: 'dark' },
  { name: 'desktop', width: WIDTHS.desktop, javaScriptEnabled: true, colorScheme: 'dark' },
] as const

describe.each(WAYS)('pages on a $name, with JavaScript: $javaScriptEnabled, $colorScheme', (way) => {
  let handrail: Handrail
  let app: FastifyInstance
  let base: string
  beforeAll(async () => {
    handrail = await createHandrail({ database: ':memory:', upkeep: false })
    app = await createApp({ handrail })
    base = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await handrail.close()
  })

  async function openPage(opened: Browser): Promise<Page> {
    const { width, javaScriptEnabled, colorScheme } = way
    const context = await opened.newContext({ viewport: { width, height: 844 }, javaScriptEnabled, colorScheme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    return context.newPage()
  }

  /** A page must fit the window, have no fault that axe knows, and load all that it names. */
  async function look(page: Page, name: string): Promise<void> {
    if (PICTURES) {
      mkdirSync(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${way.name}-${name}.png`), fullPage: true })
    }
    // axe is a script itself.
    if (way.javaScriptEnabled) expect(await violationsOf(page), name).toEqual([])
    const width = await page.locator('html').evaluate((html) => html.scrollWidth)
    expect(width, `width of ${name}`).toBeLessThanOrEqual(way.width)
  }

  const fill = async (page: Page, fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
  const heading = async (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

  test('people set up, protect their account, invite, join, and come back', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const faults: string[] = []
    const page = await openPage(browser)
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))

    const { data: link } = await (await handrail.asSystem()).invoke(issueSetUpLink, {})
    await page.goto(link.url.replace('http://localhost:3000', base))
    await look(page, 'set-up')
    await fill(page, { 'Name of the workspace': 'Analytical Engines', 'Your name': 'Ada Lovelace' })
    await fill(page, { 'E-mail address': 'ada@example.com', Password: 'too short' })
    await press(page, 'Set up Handrail')
    expect(await page.getByRole('alert').textContent()).toContain('Password must have at least 12 characters')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await look(page, 'set-up-refused')
    await fill(page, { Password: PASSWORD })
    await press(page, 'Set up Handrail')
    expect(await heading(page)).toBe('Hello, Ada Lovelace')
    await look(page, 'home')
    await page.getByRole('link', { name: 'Connect an AI assistant' }).click()
    expect(await heading(page)).toBe('Connect an AI assistant')
    await look(page, 'assistants')

    await page.getByRole('link', { name: 'Account' }).first().click()
    await look(page, 'account')
    await page.getByRole('link', { name: 'See them, or disconnect one' }).click()
    expect(await heading(page)).toBe('Connected applications')
    await look(page, 'connections')
    await page.goBack()
    await page.getByRole('link', { name: 'Add a second factor' }).click()
    await look(page, 'second-factor-password')
    await fill(page, { Password: PASSWORD })
    await press(page, 'Continue')
    await look(page, 'second-factor-offer')
    const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await fill(page, { Code: totp.generate() })
    await press(page, 'Turn it on')
    const [recovery = ''] = await page.locator('.codes code').allTextContents()
    await look(page, 'recovery-codes')
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await look(page, 'account-protected')

    await page.getByRole('link', { name: 'Members' }).first().click()
    await fill(page, { 'E-mail address': 'grace@example.com', Message: 'Welcome aboard.\nWe start on Monday.' })
    await page.getByLabel('Role', { exact: true }).selectOption('admin')
    await press(page, 'Make the invitation')
    const invitation = (await page.getByRole('status').locator('code').textContent()) ?? ''
    await look(page, 'members-invited')
    const copy = page.getByRole('button', { name: 'Copy the link' })
    if (way.javaScriptEnabled) {
      await copy.click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(invitation)
    } else expect(await copy.isVisible()).toBe(false)
    await page.reload()
    expect(await page.getByRole('status').locator('code').textContent()).toBe(invitation)

    const guest = await openPage(browser)
    await guest.goto(invitation.replace('http://localhost:3000', base))
    await look(guest, 'invitation')
    await fill(guest, { 'Your name': 'Grace Hopper', Password: PASSWORD })
    await press(guest, 'Create my account and join')
    expect(await heading(guest)).toBe('Hello, Grace Hopper')
    await guest.goto(`${base}/members`)
    await look(guest, 'members')
    await page.reload()
    await page.getByRole('link', { name: 'Remove Grace Hopper' }).click()
    await page.getByRole('heading', { name: 'Remove Grace Hopper from Analytical Engines?' }).waitFor()
    await look(page, 'members-removal')
    await page.getByRole('link', { name: 'Keep them' }).click()

    await press(page, 'Sign out')
    await page.goto(`${base}/account`)
    expect(await heading(page)).toBe('Sign in')
    await fill(page, { 'E-mail address': 'ada@example.com', Password: 'a wrong password' })
    await press(page, 'Sign in')
    await look(page, 'sign-in-refused')
    await fill(page, { Password: PASSWORD })
    await press(page, 'Sign in')
    await look(page, 'sign-in-second-factor')
    await fill(page, { Code: recovery })
    await press(page, 'Sign in')
    expect(await heading(page)).toBe('Account')

    await guest.goto(`${base}/reset-password`)
    await look(guest, 'forgot-password')
    await guest.goto(`${base}/invitation?token=used`)
    await look(guest, 'invitation-void')
    await guest.goto(`${base}/members?workspace=01900000-0000-7000-8000-000000000000`)
    await look(guest, 'not-found')
    await guest.goto(`${base}/g/analytical-engines/first-day`)
    expect(await heading(guest)).toBe('There is nothing here')
    // The browser notes a refused form as an error; a blocked or missing file would be another.
    expect(faults.filter((fault) => !/status of 4(22|03|04)/.test(fault))).toEqual([])
  }, 120_000)

  test('members pass mail on, and contacts stop reminders', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const owner = { email: 'olga@example.com', name: 'Olga', password: PASSWORD }
    const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Harbour Bakery', owner })
    const bakery = await handrail.asSystem(data.id)
    const page = await openPage(browser)
    await page.goto(`${base}/outbox`)
    await fill(page, { 'E-mail address': owner.email, Password: PASSWORD })
    await press(page, 'Sign in')
    expect(await heading(page)).toBe('Outbox of Harbour Bakery')
    await look(page, 'outbox-empty')
    const { url, text } = await sendInvitation(bakery)
    await page.reload()
    await look(page, 'outbox')
    await page.getByRole('link', { name: 'Harbour Bakery has a guide for you: First day' }).click()
    expect(await page.locator('code').textContent()).toBe(url)
    await look(page, 'outbox-mail')

    const contact = await openPage(browser)
    await contact.goto(`${base}${/\/unsubscribe\S+/.exec(text)?.[0]}`)
    await look(contact, 'unsubscribe')
    await press(contact, 'Stop reminders')
    expect(await heading(contact)).toBe('No more reminders')
    await look(contact, 'unsubscribed')
    await press(contact, 'Remind me again')
    expect(await heading(contact)).toBe('No more reminders?')
  }, 60_000)
})

/** A contact is sent the link of a guide, as far as that is possible without a mail server. */
async function sendInvitation(bakery: Bound) {
  const steps = [{ title: 'Light the oven', content: { markdown: 'Use *both* matches.' } }]
  const guide = { title: 'First day', sections: [{ title: 'Before dawn', steps }] }
  const { id: guide_id } = (await bakery.invoke(createGuide, guide)).data
  await bakery.invoke(publishGuide, { id: guide_id })
  const pia = { email: 'pia@example.com', first_name: 'Pia', last_name: 'Roth' }
  const { id: contact_id } = (await bakery.invoke(createContact, pia)).data
  const enrollment = { contact_id, guide_id, send_invitation: true }
  const { url } = (await bakery.invoke(createEnrollment, enrollment)).data
  const [email] = (await bakery.invoke(listEmails, {})).data
  return { url, text: (await bakery.invoke(getEmail, { id: email?.id ?? '' })).data.text }
}
