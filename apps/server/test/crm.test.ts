import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { savedAs } from '../../../test/documents.ts'
import { freePort } from '../../../test/free-port.ts'
import { call, useProgram } from '../../../test/program.ts'

const { serve, path } = useProgram()

interface Received {
  method: string
  url: string
  authorization: string | undefined
  body: unknown
}

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** The CRM and Slack, which answer with the status that is set. */
async function startTargets() {
  const received: Received[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body: unknown = JSON.parse(await text(request))
    if (state.status === 200) received.push({ method, url, authorization: headers.authorization, body })
    response.writeHead(state.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => server.close())
  // An address, since it listens on a port.
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Starts the program of the page as a reader does. @returns when it waits for events */
async function startRelay(environment: Record<string, string>): Promise<ChildProcess> {
  writeFileSync(path('relay.mjs'), savedAs('crm.md', 'relay.mjs'))
  const child = spawn(process.execPath, ['--no-warnings', 'relay.mjs'], {
    cwd: path('.'),
    env: { PATH: process.env.PATH, ...environment },
  })
  ending.push(() => child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part) => String(part).includes('Waiting for events') && resolve())
    let said = ''
    child.stderr.on('data', (part) => {
      said += part
    })
    child.once('close', () => reject(new Error(`The program ended: ${said}`)))
  })
  return child
}

test('the program of the CRM page writes what an enrollment did to the CRM and to Slack, once, and refuses what is not signed', async () => {
  const server = await serve(['--demo'])
  const [key = ''] = /hr_key_[\w-]+/.exec(server.stdout()) ?? []
  const api = (at: string, body?: unknown, method = body ? 'POST' : 'GET') =>
    call(`${server.url}/api/v1/${at}`, key, { method, body })
  const { received, state, url } = await startTargets()
  const port = await freePort()
  const relay = `http://127.0.0.1:${port}/`
  const events = ['enrollment.started', 'enrollment.completed', 'enrollment.expired']
  const endpoint = await api('webhook_endpoints', { webhook_endpoint: { url: relay, events, max_concurrency: 1 } })
  const { id: endpoint_id, secret } = endpoint.json.data
  await startRelay({
    WEBHOOK_SECRET: secret,
    CRM_URL: url,
    CRM_TOKEN: 'pat-of-the-tests',
    SLACK_URL: `${url}/services/T0/B0/x`,
    PORT: String(port),
  })

  const contact = await api(
    'contacts/by_external_id/4711',
    { contact: { email: 'mia@harbour.example', first_name: 'Mia <b>', last_name: 'Lund' } },
    'PUT',
  )
  const { data: guides } = (await api('guides?per_page=1')).json
  const enrollment = await api('enrollments', {
    enrollment: { contact_id: contact.json.data.id, guide_id: guides[0].id },
  })
  // The CRM is out at first: nothing counts as done.
  state.status = 503
  await api(`enrollments/${enrollment.json.data.id}`, { enrollment: { status: 'in_progress' } }, 'PATCH')
  const deliveries = async () => (await api(`webhook_endpoints/${endpoint_id}/deliveries`)).json.data
  await expect.poll(async () => (await deliveries())[0]?.attempts, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(received).toEqual([])
  state.status = 200
  const [{ id: delivery_id }] = await deliveries()
  const resend = () => api(`webhook_endpoints/${endpoint_id}/deliveries/${delivery_id}/resend`, {})
  await resend()
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
  expect(received).toEqual([
    {
      method: 'PATCH',
      url: '/crm/v3/objects/contacts/4711',
      authorization: 'Bearer pat-of-the-tests',
      body: { properties: { onboarding_guide: guides[0].title, onboarding_status: 'in_progress' } },
    },
    {
      method: 'POST',
      url: '/services/T0/B0/x',
      authorization: undefined,
      body: { text: `Mia &lt;b&gt; Lund: started "${guides[0].title}"` },
    },
  ])

  // The same event again, and what somebody else sends.
  const example = { id: 'evt_1', event: 'enrollment.completed', data: { status: 'completed' } }
  const data = { ...example.data, contact: { external_id: null, email: 'a+b@x.example', first_name: 'A' } }
  const body = JSON.stringify({ ...example, data: { ...data, guide: { title: 'Start' } } })
  const post = (at: Date, signer: string) =>
    fetch(relay, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(signer).sign('evt_1', at, body),
      },
    })
  const now = new Date()
  expect((await post(now, 'whsec_bm90IHRoZSByaWdodCBzZWNyZXQ=')).status).toBe(401)
  expect((await post(new Date(now.getTime() - 3_600_000), secret)).status).toBe(401)
  expect((await fetch(relay, { method: 'POST', body })).status).toBe(401)
  expect(received).toHaveLength(2)
  for (let time = 0; time < 2; time++) expect((await post(now, secret)).status).toBe(204)
  expect(received.map((one) => one.url).slice(2)).toEqual([
    '/crm/v3/objects/contacts/a%2Bb%40x.example?idProperty=email',
    '/services/T0/B0/x',
  ])
})
