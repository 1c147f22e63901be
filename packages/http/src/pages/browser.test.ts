import { ALL_SCOPES, type Bound, createHandrail, type Handrail, operations } from '@handrail/core'
import { oauthScope } from '@handrail/core/internal'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrive, heading, look, openPage, useBrowser, WIDTHS } from '../../../../test/browser/browser.ts'
import { createApp } from '../app.ts'

const {
  createApplication,
  createContact,
  createEnrollment,
  createGuide,
  createInvitation,
  createWorkspace,
  getEmail,
  issueSetUpLink,
  listEmails,
  listWorkspaces,
  publishGuide,
} = operations

const PASSWORD = 'correct horse battery'

const browser = useBrowser()

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

  const open = () => openPage(browser, { ...way, permissions: ['clipboard-read', 'clipboard-write'] })

  const see = (page: Page, name: string) =>
    look(page, { name: `${way.name}-${name}`, isScripted: way.javaScriptEnabled })

  const fill = async (page: Page, fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  }
  const press = (page: Page, name: string) => arrive(page, () => page.getByRole('button', { name }).click())
  const follow = (page: Page, name: string) => arrive(page, () => page.getByRole('link', { name }).first().click())

  test('people set up the instance, protect their account, invite, join and return', async ({ skip }) => {
    if (typeof browser.opened === 'string') return skip(browser.opened)
    const faults: string[] = []
    const page = await open()
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))

    const { data: link } = await (await handrail.asSystem()).invoke(issueSetUpLink, {})
    await page.goto(link.url.replace('http://localhost:3000', base))
    await see(page, 'set-up')
    await fill(page, { 'Name of the workspace': 'Analytical Engines', 'Your name': 'Ada Lovelace' })
    await fill(page, { 'E-mail address': 'ada@example.com', Password: 'too short' })
    await press(page, 'Set up Handrail')
    expect(await page.getByRole('alert').textContent()).toContain('Password must have at least 12 characters')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await see(page, 'set-up-refused')
    await fill(page, { Password: PASSWORD })
    await press(page, 'Set up Handrail')
    expect(await heading(page)).toBe('Hello, Ada Lovelace')
    await see(page, 'home')
    await follow(page, 'Connect an AI assistant')
    expect(await heading(page)).toBe('Connect an AI assistant')
    await see(page, 'assistants')

    await follow(page, 'Account')
    await see(page, 'account')
    await follow(page, 'See connected applications')
    expect(await heading(page)).toBe('Connected applications')
    await see(page, 'connections')
    await page.goBack()
    await follow(page, 'Add a second factor')
    await see(page, 'second-factor-password')
    await fill(page, { Password: PASSWORD })
    await press(page, 'Continue')
    await see(page, 'second-factor-offer')
    const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await fill(page, { Code: totp.generate() })
    await press(page, 'Turn it on')
    const [recovery = ''] = await page.locator('.codes code').allTextContents()
    await see(page, 'recovery-codes')
    await follow(page, 'I have saved them')
    await see(page, 'account-protected')

    const [workspace] = (await (await handrail.asSystem()).invoke(listWorkspaces, {})).data
    const engines = await handrail.asSystem(workspace?.id ?? '')
    await page.goto(await consentAddress(engines, `${base}/docs`))
    await see(page, 'consent')
    expect(await page.getByRole('checkbox', { name: /^Write guides as drafts/ }).isChecked()).toBe(true)
    const publishing = page.getByRole('checkbox', {
      name: /^Publish and archive guides, and move .* reaches customers/,
    })
    expect(await publishing.isChecked()).toBe(false)
    await publishing.check()
    await press(page, 'Allow')
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/^hr_ac_/)
    await page.goto(`${base}/account`)

    const message = 'Welcome aboard.\nWe start on Monday.'
    const invited = { email: 'grace@example.com', role: 'admin' as const, message }
    const { url: invitation } = (await engines.invoke(createInvitation, invited)).data

    const guest = await open()
    await guest.goto(invitation.replace('http://localhost:3000', base))
    await see(guest, 'invitation')
    await fill(guest, { 'Your name': 'Grace Hopper', Password: PASSWORD })
    await press(guest, 'Create my account and join')
    expect(await heading(guest)).toBe('Hello, Grace Hopper')
    await press(page, 'Sign out')
    await page.goto(`${base}/account`)
    expect(await heading(page)).toBe('Sign in')
    await fill(page, { 'E-mail address': 'ada@example.com', Password: 'a wrong password' })
    await press(page, 'Sign in')
    await see(page, 'sign-in-refused')
    await fill(page, { Password: PASSWORD })
    await press(page, 'Sign in')
    await see(page, 'sign-in-second-factor')
    await fill(page, { Code: recovery })
    await press(page, 'Sign in')
    expect(await heading(page)).toBe('Account')

    await guest.goto(`${base}/reset-password`)
    await see(guest, 'forgot-password')
    await guest.goto(`${base}/invitation?token=used`)
    await see(guest, 'invitation-void')
    await guest.goto(`${base}/account/nothing`)
    await see(guest, 'not-found')
    await guest.goto(`${base}/g/analytical-engines/first-day`)
    expect(await heading(guest)).toBe('Page not found')
    // The browser notes a refused form as an error; a blocked or missing file would be another.
    expect(faults.filter((fault) => !/status of 4(22|03|04)/.test(fault))).toEqual([])
  }, 120_000)

  test('contacts unsubscribe from reminders', async ({ skip }) => {
    if (typeof browser.opened === 'string') return skip(browser.opened)
    const owner = { email: 'olga@example.com', name: 'Olga', password: PASSWORD }
    const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Harbour Bakery', owner })
    const bakery = await handrail.asSystem(data.id)
    const text = await sendInvitation(bakery)

    const contact = await open()
    await contact.goto(`${base}${/\/unsubscribe\S+/.exec(text)?.[0]}`)
    await see(contact, 'unsubscribe')
    await press(contact, 'Stop reminders')
    expect(await heading(contact)).toBe('Reminders stopped')
    await see(contact, 'unsubscribed')
    await press(contact, 'Remind me again')
    expect(await heading(contact)).toBe('Stop reminders?')
  }, 60_000)
})

/** The address where an assistant asks for every permission, after which it returns to another address. */
async function consentAddress(workspace: Bound, redirect_uri: string) {
  const scopes = [...ALL_SCOPES]
  const asked = { name: 'Assistant', redirect_uris: [redirect_uri], type: 'confidential' as const, scopes }
  const { id } = (await workspace.invoke(createApplication, asked)).data
  const query = { client_id: id, redirect_uri, response_type: 'code', scope: scopes.map(oauthScope).join(' ') }
  return new URL(`/oauth/authorize?${new URLSearchParams(query)}`, redirect_uri).href
}

/** Sends a contact the link of a guide, as far as that is possible without a mail server. @returns the text of the mail */
async function sendInvitation(bakery: Bound) {
  const steps = [{ title: 'Light the oven', content: { markdown: 'Use *both* matches.' } }]
  const guide = { title: 'First day', sections: [{ title: 'Before dawn', steps }] }
  const { id: guide_id } = (await bakery.invoke(createGuide, guide)).data
  await bakery.invoke(publishGuide, { id: guide_id })
  const pia = { email: 'pia@example.com', first_name: 'Pia', last_name: 'Roth' }
  const { id: contact_id } = (await bakery.invoke(createContact, pia)).data
  const enrollment = { contact_id, guide_id, send_invitation: true }
  await bakery.invoke(createEnrollment, enrollment)
  const [email] = (await bakery.invoke(listEmails, {})).data
  return (await bakery.invoke(getEmail, { id: email?.id ?? '' })).data.text
}
