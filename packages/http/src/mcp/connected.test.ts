import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createGuide,
  createHandrail,
  createWorkspace,
  type Handrail,
  issueSetUpLink,
  listConnections,
  listContacts,
  publishGuide,
} from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { openAssistant } from '../../test/assistant.ts'
import { type Documents, openDocuments } from '../../test/documents.ts'
import { ATTEMPTS } from '../../test/mcp.ts'
import { createApp } from '../app.ts'

const OWNER = { email: 'ada@example.com', password: 'correct horse battery' }
/** What the person unticks, and what is left of the tools. */
const UNTICKED = ['Write organisations', 'Manage webhook endpoints']
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
let handrail: Handrail
let app: FastifyInstance
let base: string
let harbour: { id: string; guide_id: string }

beforeAll(async () => {
  browser = await openBrowser()
  documents = await openDocuments()
  // The address is part of everything that clients are told, so it is chosen before there is a server.
  const port = await freePort()
  base = `http://localhost:${port}`
  handrail = await createHandrail({ database: ':memory:', publicUrl: base, upkeep: false })
  app = await createApp({ handrail })
  await app.listen({ port, host: 'localhost' })
  if (typeof browser !== 'string') await setUp(await (await browser.newContext()).newPage())
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
  await app.close()
  await handrail.close()
  await documents.close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** From an empty instance: the link, the owner, the workspace. A second workspace is there to choose between. */
async function setUp(page: Page): Promise<void> {
  const operator = await handrail.asSystem()
  await page.goto((await operator.invoke(issueSetUpLink, {})).data.url)
  await fill(page, { 'Name of the workspace': 'Analytical Engines', 'Your name': 'Ada Lovelace' })
  await fill(page, { 'E-mail address': OWNER.email, Password: OWNER.password })
  await press(page, 'Set up Handrail')
  expect(await heading(page)).toBe('Hello, Ada Lovelace')
  const owner = { ...OWNER, name: 'Ada Lovelace' }
  const { data: workspace } = await operator.invoke(createWorkspace, { name: 'Harbour Bakery', owner })
  const bakery = await handrail.asSystem(workspace.id)
  const steps = [{ title: 'Light the oven', content: { markdown: 'Use *both* matches.' } }]
  const sections = [{ title: 'Before dawn', steps }]
  const { data: guide } = await bakery.invoke(createGuide, { title: 'First day', sections })
  await bakery.invoke(publishGuide, { id: guide.id })
  harbour = { id: workspace.id, guide_id: guide.id }
}

/** What the person does in the browser that the assistant has opened. */
async function consent(page: Page, address: URL): Promise<void> {
  await page.goto(address.href)
  expect(await heading(page)).toBe('Sign in')
  await fill(page, { 'E-mail address': OWNER.email, Password: OWNER.password })
  await press(page, 'Sign in')
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

describe.each(ROWS)('a client of $sdk that $way', ({ begin, hasDocument, javaScriptEnabled }) => {
  test('and knows nothing but the address is connected by a person', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const publish = (metadata: object) => documents.publish('/client.json', metadata)
    const assistant = await openAssistant(hasDocument ? publish : undefined)
    const url = new URL(`${base}/mcp`)

    const first = begin(url, assistant.provider)
    await expect(first.connect()).rejects.toThrow('Unauthorized')
    const asked = assistant.asked()
    expect([asked.origin, asked.pathname]).toEqual([base, '/oauth/authorize'])
    expect(asked.searchParams.get('resource')).toBe(url.href)
    expect(asked.searchParams.get('client_id')?.startsWith('https://')).toBe(hasDocument)
    await consent(await (await browser.newContext({ javaScriptEnabled })).newPage(), asked)
    await first.finish(assistant.received())

    const { client, connect } = begin(url, assistant.provider)
    await connect()
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS)
    const email = `zoe.${asked.searchParams.get('state')}@harbour.example`
    const contact = await record(client, 'create_contact', { email, first_name: 'Zoé' })
    const enrolled = await record(client, 'create_enrollment', { contact_id: contact.id, guide_id: harbour.guide_id })
    expect(enrolled).toMatchObject({ contact_id: contact.id, status: 'invited' })
    const { contents } = await client.readResource({ uri: `service://guides/${harbour.guide_id}` })
    expect(contents).toMatchObject([{ text: expect.stringContaining('### Light the oven\n\nUse *both* matches.') }])
    await client.close()

    const workspace = await handrail.asSystem(harbour.id)
    expect((await workspace.invoke(listContacts, { email })).data).toMatchObject([{ id: contact.id }])
    const [connection] = (await workspace.invoke(listConnections, {})).data
    expect(connection).toMatchObject({ application: { name: 'Desk Assistant' }, user: { email: OWNER.email } })
    expect(connection?.scopes).toHaveLength(8 - UNTICKED.length)
    const elsewhere = await fetch(`${base}/api/v1/contacts`, {
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
