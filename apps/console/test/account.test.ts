import { createHmac } from 'node:crypto'
import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, openWindow, useWorkplace, type Way } from './workplace.ts'

const { getAccount } = operations

const WAYS: Way[] = [
  { name: 'desktop-account', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'tablet-account', width: 768, colorScheme: 'light' },
  { name: 'phone-account', width: WIDTHS.phone, colorScheme: 'dark' },
]
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

describe.each(WAYS)('the own account and assistants in the console, $name', (way) => {
  const here = useWorkplace()

  test('name, password, second factor and sessions are changed within the shell', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id, handrail } = here.place
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'viewer', faults })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    await page.goto(`${base}/w/${workspace_id}/settings/account`)
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
