import { generateKeyPairSync, hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createContact, listApiKeys } = operations

const way: Way = {
  name: 'desktop-dark',
  width: WIDTHS.desktop,
  colorScheme: 'dark',
  also: [{ name: 'phone-light', width: WIDTHS.phone, colorScheme: 'light' }],
}

describe('the settings of the console', () => {
  // A mail server that is not there: port 9 takes nothing.
  const here = useWorkplace({ mail: { url: 'smtp://127.0.0.1:9', from: 'Handrail <no-reply@example.com>' } })

  test('an owner: keys, webhooks, applications and invitations are created and revoked, and the audit log records it', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    const settings = (path: string) => page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings${path}`)
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

    await settings('')
    await heading('General')
    const named = page.getByLabel('Name of the workspace')
    await named.fill('Larkspur Payroll')
    await page.locator('form').filter({ has: named }).getByRole('button', { name: 'Save' }).click()
    await said('Saved')
    await look(page, way, 'general')

    await settings('/members')
    await heading('Members')
    const unassigned = page.getByLabel('Mail me about enrollments that nobody is assigned to')
    expect(await unassigned.isChecked()).toBe(true)
    await unassigned.uncheck()
    await said('Saved')
    await look(page, way, 'own-mail')
    await page.reload()
    await expect.poll(() => unassigned.isChecked()).toBe(false)

    await settings('/api-keys')
    await heading('API keys')
    await press('New key')
    await page.getByLabel('Name', { exact: true }).fill('CRM sync')
    await press('Read everything')
    await page.getByLabel('Read: Guides').uncheck()
    await page.getByLabel('Write: Contacts').check()
    await inDialog('Create the key')
    const token = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await look(page, way, 'api-key-made')
    const asked = { headers: bearer(token) }
    expect((await fetch(`${here.place.base}/api/v1/contacts`, asked)).status).toBe(200)
    await press('I have saved it')
    await page
      .getByRole('row', { name: /CRM sync/ })
      .getByText('Olga Owner')
      .waitFor({ state: 'attached' })
    await press('Revoke CRM sync')
    await inDialog('Revoke')
    await said('Key revoked')
    expect((await fetch(`${here.place.base}/api/v1/contacts`, asked)).status).toBe(401)
    await look(page, way, 'api-keys')
    const [kept] = (await here.place.system.invoke(listApiKeys, {})).data
    expect(kept?.expires_at).not.toBeNull()
    const chosen = ['contacts:read', 'contacts:write', 'enrollments:read', 'organisations:read']
    expect(kept?.scopes).toEqual(expect.arrayContaining(chosen))
    // Scopes of other resources are chosen as these are.
    const writing = kept?.scopes.filter((scope) => !scope.endsWith(':read'))
    expect([writing, kept?.scopes.includes('guides:read')]).toEqual([['contacts:write'], false])

    await settings('/metadata')
    await heading('Indexed metadata')
    await page.getByLabel('Indexed keys').fill('plan\na "b"')
    await press('Save')
    await page.getByText('This is not a key that can be filtered by').first().waitFor()
    // The browser reports the refusal.
    await expect.poll(() => faults.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByLabel('Indexed keys').fill(' plan \n\nseats')
    await press('Save')
    await said('Saved')
    await page.getByRole('listitem').filter({ hasText: 'seats' }).getByText('Being indexed').waitFor()
    await look(page, way, 'metadata')
    await here.place.handrail.upkeep()
    await here.place.handrail.upkeep()
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: 'plan' }).getByText('Ready').waitFor()

    await settings('/webhooks')
    await heading('Webhooks')
    await press('New webhook')
    await page.getByLabel('Address', { exact: true }).fill('https://hooks.example.com/handrail')
    await page.getByLabel('Name (optional)').fill('CRM')
    await inDialog('Create the webhook')
    await press('I have saved it')
    await page.getByRole('heading', { level: 1, name: /^CRM/ }).waitFor()
    await look(page, way, 'webhook')

    await settings('/applications')
    await heading('OAuth applications')
    await press('New application')
    await page.getByLabel('Name', { exact: true }).fill('Sync')
    await page.getByLabel('Redirect URIs').fill('https://sync.example/callback')
    await look(page, way, 'application-new')
    await inDialog('Create the application')
    await look(page, way, 'application-made')
    const [client_id = '', client_secret = '', next = ''] = await page
      .getByRole('dialog')
      .locator('code')
      .allTextContents()
    const query = new URL(next).searchParams
    expect([query.get('client_id'), query.get('redirect_uri')]).toEqual([client_id, REDIRECT_URI])
    const saving = page.waitForEvent('download')
    await inDialog('Save as a file')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Sync.txt')
    expect(await readFile(await saved.path(), 'utf8')).toBe(
      `Client id: ${client_id}\nClient secret: ${client_secret}\n`,
    )
    await press('I have saved it')
    await page.getByText('https://sync.example/callback').waitFor()
    const application = { client_id, client_secret }
    const { access_token, refresh_token } = await connect(page, here.place.base, application)
    const shown = () => fetch(`${here.place.base}/api/v1/contacts`, { headers: bearer(access_token) })
    expect((await shown()).status).toBe(200)
    await settings('/applications')
    await press('More for Sync')
    await page.getByRole('menuitem', { name: 'Create a new secret' }).click()
    await inDialog('Create a new secret')
    const newer = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await press('I have saved it')
    const refresh = { grant_type: 'refresh_token', refresh_token }
    for (const [secret, status] of [
      ['wrong', 401],
      [newer, 200],
    ] as const)
      expect((await askTokens(here.place.base, { ...refresh, client_id, client_secret: secret })).status).toBe(status)
    await page.getByRole('link', { name: 'Sync', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^Sync/ }).waitFor()
    await page.getByText('Gets tokens for itself').click()
    await said('Saved')
    await page.getByLabel('Role', { exact: true }).selectOption('Editor')
    await said('Saved')
    const alone = { grant_type: 'client_credentials', client_id, client_secret: newer }
    const { access_token: own } = await (await askTokens(here.place.base, alone)).json()
    const acts = () => fetch(`${here.place.base}/api/v1/contacts`, { headers: bearer(own) })
    expect((await acts()).status).toBe(200)
    await press('Change keys')
    await page.getByLabel('JWKS', { exact: true }).fill('{"keys":[{"kty":"oct","k":"x"}]}')
    await inDialog('Save')
    await page
      .getByRole('dialog')
      .getByText(/shared secret/)
      .first()
      .waitFor()
    await expect.poll(() => faults.splice(0)).toEqual([expect.stringContaining('422')])
    const jwk = { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: 'november' }
    await page.getByLabel('JWKS', { exact: true }).fill(JSON.stringify({ keys: [jwk] }, null, 2))
    await look(page, way, 'application-keys')
    await inDialog('Save')
    await page.getByText('november').waitFor()
    await page.reload()
    await page.getByText(/^Last acted/).waitFor()
    await look(page, way, 'application')
    await press('Remove the secret')
    await inDialog('Remove the secret')
    await page.getByText('november').waitFor()
    await expect.poll(async () => (await acts()).status).toBe(401)
    await settings('/connections')
    await heading('Connected applications')
    await look(page, way, 'connected')
    await press('Disconnect')
    await inDialog('Disconnect')
    await page.getByText('No connections').waitFor()
    expect((await shown()).status).toBe(401)

    // An assistant registers again with each installation: on the page it is one application, whose name nobody verified.
    for (const _ of [1, 2]) await connect(page, here.place.base, await register(here.place.base))
    await settings('/connections')
    await page.getByText('not verified').waitFor()
    expect(await page.getByRole('heading', { name: 'Desk' }).count()).toBe(1)
    await press('Disconnect all')
    await inDialog('Disconnect')
    await page.getByText('No connections').waitFor()

    await settings('/members')
    await heading('Members')
    await press('Invite somebody')
    await page.getByLabel('E-mail address').fill('new@example.com')
    await inDialog('Create the invitation')
    await press('I have saved it')
    await page.getByText('Open invitations').waitFor()
    await look(page, way, 'members')

    await settings('/connections')
    await page.getByText('No connections').waitFor()
    await look(page, way, 'connections')
    await settings('/audit-log')
    await page.getByText('API key revoked').waitFor()
    await page.getByText('Application changed').first().waitFor()
    await page
      .getByRole('combobox', { name: 'Who' })
      .getByRole('option', { name: 'Application Sync' })
      .waitFor({ state: 'attached' })
    await look(page, way, 'audit-log')
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Invitations')
    await page.waitForURL(/what=invitation/)
    await page.getByText('API key revoked').waitFor({ state: 'detached' })
    await page.getByText('Member invited').waitFor()
    await press('Export')
    const csv = page.getByRole('menuitem', { name: 'CSV (.csv)' })
    const [log] = await Promise.all([page.waitForEvent('download'), csv.click()])
    const lines = await readFile(await log.path(), 'utf8')
    expect([lines.includes('invitation.created'), lines.includes('api_key.revoked')]).toEqual([true, false])
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('No entry matches these filters').waitFor()
    await press('Clear filters')
    await page.getByText('API key revoked').waitFor()

    await settings('/email')
    await page.getByText('The operator has set the mail server with SMTP_URL and MAIL_FROM').waitFor()
    const sender = page.getByRole('textbox', { name: 'Sender', exact: true })
    expect([await sender.inputValue(), await sender.isDisabled()]).toEqual(['Handrail <no-reply@example.com>', true])
    expect(await page.getByRole('button', { name: 'Save the mail server' }).count()).toBe(0)
    await press('Send a test')
    await page.getByRole('alert').getByText('The mail server accepts no connections at this port').waitFor()
    await look(page, way, 'email')
    await settings('/plan')
    await page.getByText('self-hosted').waitFor()
    await look(page, way, 'plan')
    await settings('/backups')
    await page.getByText('No backup found').waitFor()
    await look(page, way, 'backups')
    expect(faults).toEqual([])
  }, 180_000)

  test('a viewer: every page is readable in German, and no action is offered that the server would refuse', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    await here.place.system.invoke(createContact, { email: `${way.name}@example.com`, first_name: 'Maya' })
    const page = await enter(here.browser, here.place, { way: { ...way, locale: 'de-DE' }, role: 'viewer' })
    const { heading } = handsOf(page, way)
    await heading('Überblick')
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/contacts`)
    await heading('Kontakte')
    await page.getByRole('link', { name: 'Maya' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Kontakt hinzufügen' }).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await look(page, way, 'viewer-contacts')
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings`)
    await page.getByText('Admins können es ändern').waitFor()
    expect(await page.getByLabel('Name des Arbeitsbereichs').isDisabled()).toBe(true)
    expect(await page.getByRole('link', { name: 'API-Schlüssel' }).count()).toBe(0)
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings/api-keys`)
    await heading('Ihre Rolle hat keinen Zugriff auf diese Seite.')
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    const asked = { name: 'create_contact', input: { email: 'own@example.com', first_name: 'Own' } }
    expect(await askDoor(page, here.place.workspace_id, asked)).toBe(403)
    await look(page, way, 'viewer-refused')
    await page.goto(`${here.place.base}/w/01900000-0000-7000-8000-000000000000`)
    await heading('Sie sind kein Mitglied dieses Arbeitsbereichs')
    await look(page, way, 'no-member')
  }, 120_000)
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const REDIRECT_URI = 'https://sync.example/callback'

/** Connects an application: opens the consent page as the signed-in member, and redeems the code. */
async function connect(page: Page, base: string, application: { client_id: string; client_secret: string }) {
  const code_verifier = 'v'.repeat(43)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application.client_id,
    redirect_uri: REDIRECT_URI,
    scope: 'contacts_read',
    state: 'here',
    code_challenge: hash('sha256', code_verifier, 'base64url'),
    code_challenge_method: 'S256',
  })
  // In a window of its own: the application is nowhere, which a browser complains of.
  const window = await page.context().newPage()
  await window.goto(`${base}/oauth/authorize?${query}`)
  const [request] = await Promise.all([
    window.waitForRequest((one) => one.url().startsWith(REDIRECT_URI)),
    window.getByRole('button', { name: 'Allow' }).click(),
  ])
  await window.close()
  const back = new URL(request.url()).searchParams
  expect(back.get('state')).toBe('here')
  const grant = { grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: REDIRECT_URI }
  const answer = await askTokens(base, { ...grant, code_verifier, ...application })
  expect(answer.status).toBe(200)
  const tokens: { access_token: string; refresh_token: string } = await answer.json()
  return tokens
}

async function register(base: string): Promise<{ client_id: string; client_secret: string }> {
  const answer = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Desk',
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'client_secret_post',
    }),
  })
  expect(answer.status).toBe(201)
  const { client_id, client_secret }: { client_id: string; client_secret: string } = await answer.json()
  return { client_id, client_secret }
}

function askTokens(base: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
}

/** The status of a call that the page does not offer. */
function askDoor(page: Page, workspace: string, { name, input }: { name: string; input: object }): Promise<number> {
  const asked = { url: `/console/operations/${name}`, workspace, body: JSON.stringify(input) }
  return page.evaluate(async ({ url, workspace, body }) => {
    const headers = { 'content-type': 'application/json', 'handrail-workspace': workspace }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }, asked)
}
