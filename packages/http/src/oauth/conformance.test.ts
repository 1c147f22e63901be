import { ALL_SCOPES, operations } from '@handrail/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heading, openBrowser } from '../../../../test/browser/browser.ts'
import { freePort } from '../../../../test/free-port.ts'
import { runSuite } from '../../test/conformance/suite.ts'
import { type Listening, openListening, setUp, type Workspace } from '../../test/support/browser-steps.ts'

const { createApplication } = operations

let browser: Browser | string
let server: Listening
let page: Page
let workspace: Workspace
beforeAll(async () => {
  browser = await openBrowser()
  server = await openListening()
  if (typeof browser === 'string') return
  page = await (await browser.newContext()).newPage()
  workspace = await setUp(page, server)
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
  await server.close()
})

const CLIENTS: [string, (redirect_uris: string[]) => Promise<string>][] = [
  [
    'an application',
    async (redirect_uris) => {
      const fields = { name: 'Conformance', type: 'public' as const, scopes: [...ALL_SCOPES] }
      return (await workspace.bound.invoke(createApplication, { ...fields, redirect_uris })).data.id
    },
  ],
  [
    'a client that has registered itself',
    async (redirect_uris) => {
      const metadata = { client_name: 'Conformance', redirect_uris, token_endpoint_auth_method: 'none' }
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(metadata)
      const answer = await fetch(`${server.base}/oauth/register`, { method: 'POST', headers, body })
      return (await answer.json()).client_id
    },
  ],
]

/**
 * The protocol's own suite, all of its scenarios for authorization servers; a person consents in a browser. Where a server
 * knows public clients, the suite shows no secret even if it has one, so its client is public.
 */
describe.each(CLIENTS)('%s', (_what, register) => {
  test('satisfies the suite', { timeout: 60_000 }, async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const port = await freePort()
    const client_id = await register([`http://127.0.0.1:${port}/callback`])
    const own = ['--url', server.base, '--resource', `${server.base}/mcp`, '--port', String(port)]
    let consented: Promise<void> | undefined
    const { code, output } = await runSuite(['authorization', ...own, '--client-id', client_id], (printed) => {
      const [address] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(printed) ?? []
      if (address) consented ??= consent(address)
    })
    await consented
    expect(code, output).toBe(0)
    expect(output).toContain('✓ authorization-server-metadata-endpoint: 2 passed, 0 failed')
    expect(output).toContain('✓ authorization-code-grant: 1 passed, 0 failed')
  })
})

async function consent(address: string): Promise<void> {
  await page.goto(address)
  expect(await heading(page)).toBe('Connect Conformance?')
  await page.getByRole('button', { name: 'Allow' }).click()
}
