import { operations } from '@handrail/core'
import { DEFAULT_SCOPES } from '@handrail/core/internal'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heading, openBrowser } from '../../../../test/browser/browser.ts'
import { openAssistant } from '../../test/support/assistant.ts'
import {
  type Listening,
  OWNER,
  openListening,
  press,
  setUp,
  signInTo,
  type Workspace,
} from '../../test/support/browser-steps.ts'
import { type Documents, openDocuments } from '../../test/support/documents.ts'
import { ATTEMPTS } from '../../test/support/mcp.ts'

const { listConnections, listContacts } = operations

/** What the person unticks, and what is left of the tools. */
const UNTICKED = ['Write organisations', 'Manage webhook endpoints']
/** Scopes that a person ticks by hand: publishing, messages, texts of mail, many at once, and links of contacts. */
const TICKED_BY_HAND = 5
const TOOLS = [
  'list_contacts',
  'get_contact',
  'create_contact',
  'update_contact',
  'list_organisations',
  'get_organisation',
  'list_enrollments',
  'get_enrollment',
  'create_enrollment',
  'update_enrollment',
  'list_guides',
  'get_guide',
]

let browser: Browser | string
let documents: Documents
let server: Listening
let harbour: Workspace

beforeAll(async () => {
  browser = await openBrowser()
  documents = await openDocuments()
  server = await openListening()
  if (typeof browser !== 'string') harbour = await setUp(await (await browser.newContext()).newPage(), server)
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
  await server.close()
  await documents.close()
})

async function consent(page: Page, address: URL): Promise<void> {
  await signInTo(page, address.href)
  expect(await heading(page)).toBe('Connect Desk Assistant?')
  await page.getByRole('radio', { name: /^Harbour Bakery/ }).check()
  for (const words of UNTICKED) await page.getByLabel(words).uncheck()
  await press(page, 'Allow')
  expect(await heading(page)).toBe('You may close this')
}

const WAYS = [
  { way: 'registers itself', hasDocument: false, javaScriptEnabled: true },
  { way: 'has a metadata document', hasDocument: true, javaScriptEnabled: false },
]

const ROWS = Object.entries(ATTEMPTS).flatMap(([sdk, begin]) => WAYS.map((way) => ({ sdk, begin, ...way })))

describe.each(ROWS)('an MCP client of $sdk that $way', ({ begin, hasDocument, javaScriptEnabled }) => {
  test('is connected by a person, knowing only the address', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const publish = (metadata: object) => documents.publish('/client.json', metadata)
    const assistant = await openAssistant(hasDocument ? publish : undefined)
    const url = new URL(`${server.base}/mcp`)

    const first = begin(url, assistant.provider)
    await expect(first.connect()).rejects.toThrow('Unauthorized')
    const asked = assistant.asked()
    expect([asked.origin, asked.pathname]).toEqual([server.base, '/oauth/authorize'])
    expect(asked.searchParams.get('resource')).toBe(url.href)
    expect(asked.searchParams.get('client_id')?.startsWith('https://')).toBe(hasDocument)
    await consent(await (await browser.newContext({ javaScriptEnabled })).newPage(), asked)
    await first.finish(assistant.received())

    const { client, connect } = begin(url, assistant.provider)
    await connect()
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(TOOLS))
    expect(names.filter((name) => /_webhook_|(create|update)_organisation/.test(name))).toEqual([])
    const email = `zoe.${asked.searchParams.get('state')}@harbour.example`
    const contact = await record(client, 'create_contact', { email, first_name: 'Zoé' })
    const enrolled = await record(client, 'create_enrollment', { contact_id: contact.id, guide_id: harbour.guide_id })
    expect(enrolled).toMatchObject({ contact_id: contact.id, status: 'invited' })
    const { contents } = await client.readResource({ uri: `service://guides/${harbour.guide_id}` })
    expect(contents).toMatchObject([{ text: expect.stringContaining('### Light the oven\n\nUse *both* matches.') }])
    await client.close()

    expect((await harbour.bound.invoke(listContacts, { email })).data).toMatchObject([{ id: contact.id }])
    const [connection] = (await harbour.bound.invoke(listConnections, {})).data
    expect(connection).toMatchObject({ application: { name: 'Desk Assistant' }, user: { email: OWNER.email } })
    expect(connection?.scopes).toHaveLength(DEFAULT_SCOPES.length - UNTICKED.length - TICKED_BY_HAND)
    const elsewhere = await fetch(`${server.base}/api/v1/contacts`, {
      headers: { authorization: `Bearer ${assistant.tokens()?.access_token}` },
    })
    expect(elsewhere.status).toBe(401)
    await assistant.close()
  })
})

async function record(client: ReturnType<(typeof ATTEMPTS)[string]>['client'], name: string, given: object) {
  const result = await client.callTool({ name, arguments: { ...given } })
  expect(result).not.toMatchObject({ isError: true })
  return (result as { structuredContent: { data: Record<string, string> } }).structuredContent.data
}
