import { createHmac } from 'node:crypto'
import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, openWindow, useWorkplace, type Way } from './workplace.ts'

const { getAccount, signIn } = operations

const way: Way = {
  name: 'desktop-account',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [
    { name: 'tablet-account', width: 768, colorScheme: 'light' },
    { name: 'phone-account', width: WIDTHS.phone, colorScheme: 'dark' },
  ],
}
const PASSWORD = 'correct horse battery'

/** The code of an authenticator app (RFC 6238) for a secret in Base32. */
function codeFor(secret: string, at = Date.now()): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

describe('the own account and assistants in the console', () => {
  const here = useWorkplace()

  test('name, password, second factor and sessions are changed within the shell', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { handrail } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'viewer', faults, path: '/settings/account' })
    const { heading, press, said } = handsOf(page, way)
    await heading('Your account')
    const dialog = page.getByRole('dialog')
    await page.getByRole('region', { name: 'Sessions' }).getByText('This session').waitFor()
    await look(page, way, 'page')

    await page.getByLabel('Name', { exact: true }).fill('Vera Viewer')
    await press('Save')
    await said('Your name has been changed.')
    await page.getByText('Vera Viewer').first().waitFor({ state: 'attached' })

    const [current, fresh] = [page.getByLabel('Current password'), page.getByLabel('New password')]
    await current.fill('wrong')
    await fresh.fill('another horse battery')
    await press('Change the password')
    await page.getByText('This is incorrect.').first().waitFor()
    await current.fill(PASSWORD)
    await press('Change the password')
    await said('Your password has been changed')
    await expect.poll(() => current.inputValue()).toBe('')

    await press('Add a second factor')
    await dialog.getByLabel('Your password').fill('another horse battery')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await look(page, way, 'scan')
    const secret = (await dialog.locator('.secret code').textContent()) ?? ''
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeFor(secret))
    await dialog.getByRole('button', { name: 'Turn it on' }).click()
    await dialog.getByText('Your recovery codes').waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(10)
    await look(page, way, 'codes')
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText('10 of 10 recovery codes are left.').waitFor()
    await press('Make new recovery codes')
    await dialog.getByLabel('Your password').fill('another horse battery')
    await dialog.getByRole('button', { name: 'Make new recovery codes' }).click()
    await dialog.getByText('Your recovery codes').waitFor()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await press('Remove the second factor')
    await dialog.getByLabel('Your password').fill('another horse battery')
    await dialog.getByRole('button', { name: 'Remove the second factor' }).click()
    await said('The second factor has been removed.')
    await page.getByRole('button', { name: 'Add a second factor' }).waitFor()
    const [row] = await handrail.database.read(({ db, tables: { sessions } }) =>
      db.select({ id: sessions.id, user_id: sessions.user_id }).from(sessions),
    )
    const { data } = await handrail.asUser(row?.user_id ?? '', row?.id ?? '').invoke(getAccount, {})
    expect([data.name, data.second_factor_since]).toEqual(['Vera Viewer', null])
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await heading('Ihr Konto')
    await look(page, way, 'german')
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  })

  test('other sessions are ended, and connected assistants disconnected', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id, handrail } = here.place
    const devices = [
      'Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1',
      'Mozilla/5.0 (Windows NT 10.0) Firefox/128.0',
      '',
    ]
    const input = { email: 'editor@example.com', password: PASSWORD }
    for (const device of devices) await handrail.asVisitor('192.0.2.7').invoke(signIn, { ...input, device })
    const times = { created_at: '2026-11-20T12:00:00.000Z', updated_at: '2026-11-20T12:00:00.000Z' }
    await handrail.database.write(async ({ db, tables: { oauth_clients, oauth_grants, users } }) => {
      const people = await db.select({ id: users.id, email: users.email }).from(users)
      const redirect_uris = ['https://assistant.example/callback']
      const client = { kind: 'registered', redirect_uris, scopes: ['contacts:read'], auth_method: 'none', ...times }
      await db.insert(oauth_clients).values({ id: 'helpful', name: 'Helpful assistant', ...client })
      const grant = { workspace_id, client_id: 'helpful', scopes: ['contacts:read'], resource: base, ...times }
      for (const [number, email] of ['editor@example.com', 'editor@example.com', 'owner@example.com'].entries()) {
        const user_id = people.find((one) => one.email === email)?.id ?? ''
        await db.insert(oauth_grants).values({ id: `01900000-0000-7000-8000-00000000000${number}`, user_id, ...grant })
      }
    })
    const grants = async () => {
      const rows = await handrail.database.read(({ db, tables: { oauth_grants: t } }) =>
        db.select({ id: t.id, revoked_at: t.revoked_at }).from(t),
      )
      return rows.filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id.at(-1))
    }
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults, path: '/settings/account' })
    const { heading, press, said } = handsOf(page, way)
    await heading('Your account')
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByText('Safari on iOS').waitFor()
    await sessions.getByText('Unknown browser').waitFor()
    await look(page, way, 'connected')
    await sessions.getByRole('button', { name: /^End the session of Firefox on Windows/ }).click()
    await said('The session has ended.')
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
    await press('End all other sessions')
    await said('All other sessions have ended.')
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)

    const dialog = page.getByRole('dialog')
    const own = page.getByRole('region', { name: 'Connected applications' })
    await own.getByText('not verified').waitFor()
    expect(await own.getByRole('listitem').count()).toBe(2)
    await own.getByRole('button', { name: 'Disconnect: Helpful assistant' }).first().click()
    await dialog.getByText('Disconnect Helpful assistant?').waitFor()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await said('The application has been disconnected.')
    await expect.poll(() => own.getByRole('listitem').count()).toBe(1)
    await own.getByRole('button', { name: 'Disconnect: Helpful assistant' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await own.getByText('No applications are connected.').waitFor()
    // That of the owner is not theirs.
    expect(await grants()).toEqual(['2'])
    expect(faults).toEqual([])
  })

  test('the page for assistants has what to copy, and is found in navigation and palette', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { handrail } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults })
    const { heading } = handsOf(page, way)
    await heading('Overview')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('assistants')
    await page.getByRole('option', { name: /AI assistants/ }).click()
    await heading('Connect an AI assistant')
    expect(new URL(page.url()).pathname).toMatch(/\/settings\/assistants$/)
    await look(page, way, 'assistants')
    const code = page.getByRole('region', { name: 'Claude Code' })
    await code.getByRole('button', { name: 'Copy' }).first().click()
    await code.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `claude mcp add --transport http handrail ${handrail.settings.publicUrl}/mcp`,
    )
    await page.getByRole('link', { name: 'See connected applications' }).click()
    await heading('Your account')
    await page.getByText('No applications are connected.').waitFor()
    expect(faults).toEqual([])
  })

  test('without scripts, the console leads to the pages of the server', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base } = here.place
    const page = await openWindow(here.browser, way)
    await page.goto(base)
    await page.locator('[name=email]').fill('admin@example.com')
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('main').getByRole('button').click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const html = await page.evaluate(async () => (await fetch('/')).text())
    expect(html).toMatch(/<noscript>[\s\S]*href="\/account"[\s\S]*href="\/assistants"[\s\S]*<\/noscript>/)
    await page.goto(`${base}/account`)
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  })
})
