import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { call, type Server, useProgram } from '../../../test/program.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'

const { serve } = useProgram()
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN_ID = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`

/** Prints the parts of the exporter that Node loads. */
const LOADS = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  if (/otlp|sdk-trace|export-traces/.test(url)) process.stderr.write('loaded ' + url + '\\n')
  return next(url, context)
} })`
const WATCHED = ['--import', `data:text/javascript,${encodeURIComponent(LOADS)}`]

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface SpanRecord {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}

let collector: Receiver
beforeEach(async () => {
  collector = await startReceiver(
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  )
})
afterEach(() => collector.close())

/** What the collector has received, each span with its attributes as an object. */
function collected() {
  const batches = collector.received.flatMap(({ body }) => JSON.parse(body).resourceSpans)
  const spans: SpanRecord[] = batches.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope: { spans: [] }) => scope.spans),
  )
  const plain = (attributes: Attribute[]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
  return {
    resource: plain(batches[0]?.resource.attributes ?? []),
    spans: spans.map((span) => ({ ...span, attributes: plain(span.attributes) })),
  }
}

async function stop(server: Server) {
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

test('tracing: requests, operations, transactions, tools and deliveries are sent as spans, without personal data', async () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url('').replace(/\/$/, ''),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_SERVICE_NAME: 'onboarding',
    OTEL_TRACES_SAMPLER_ARG: 'half',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    HANDRAIL_TRUST_PROXY: '127.0.0.1',
  }
  const server = await serve(['--demo'], { environment })
  const { url } = server
  const token = /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''
  const receiver = await startReceiver()
  const endpoint = { webhook_endpoint: { url: receiver.url('/secret-path'), events: ['contact.created'] } }
  await call(`${url}/api/v1/webhook_endpoints`, token, { method: 'POST', body: endpoint })
  /** What a body makes happen that arrives after its head is part of the same request. */
  async function post(email: string, headers: Record<string, string>): Promise<number | undefined> {
    const sent = request(`${url}/api/v1/contacts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        expect: '100-continue',
        traceparent: TRACEPARENT,
        ...headers,
      },
    })
    sent.flushHeaders()
    await once(sent, 'continue')
    sent.end(JSON.stringify({ contact: { email, first_name: 'Zoe' } }))
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }
  expect(await post('forwarded@secret.example', { 'x-forwarded-for': '192.0.2.1' })).toBe(201)
  expect(await post('direct@secret.example', {})).toBe(201)
  expect(await post('direct@secret.example', {})).toBe(422)
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_guides', arguments: {} } }
  const mcp = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(tool),
  })
  expect(mcp.status).toBe(200)
  await call(`${url}/api/v1/contacts/secret-id`, token)
  await call(`${url}/api/v1/contacts?email=a%40secret.example`, token)
  await expect.poll(() => receiver.received.length).toBe(2)
  await stop(server)
  await receiver.close()

  const { resource, spans } = collected()
  expect(resource).toMatchObject({ 'service.name': 'onboarding', 'deployment.environment.name': 'test' })
  expect(collector.received[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'acme' } })
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [forwarded, direct, refused] = named('POST /api/v1/contacts')
  expect(forwarded).toMatchObject({ traceId: TRACE_ID, parentSpanId: SPAN_ID, kind: 2 })
  expect(forwarded?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/contacts',
    'http.response.status_code': 201,
    'handrail.request.id': expect.any(String),
    'handrail.workspace.id': expect.any(String),
  })
  // Anybody can send the header.
  expect(direct?.traceId).not.toBe(TRACE_ID)
  expect(direct?.parentSpanId).toBeFalsy()
  expect(refused).toMatchObject({ attributes: { 'http.response.status_code': 422 }, status: {} })

  const operation = named('create_contact').find(({ traceId }) => traceId === TRACE_ID)
  expect(operation).toMatchObject({
    parentSpanId: forwarded?.spanId,
    attributes: { 'handrail.operation': 'create_contact' },
  })
  expect(named('create_contact').map(({ attributes }) => attributes['error.type'])).toContain('validation_error')
  expect(named('sqlite write').filter(({ parentSpanId }) => parentSpanId === operation?.spanId)).toHaveLength(1)
  const [used] = named('tools/call list_guides')
  expect(used?.parentSpanId).toBe(named('POST /mcp')[0]?.spanId)
  expect(named('list_guides')[0]?.parentSpanId).toBe(used?.spanId)
  expect(named('webhook')[0]).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 204 } })
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent')
  expect(named('GET /api/v1/contacts/:id')[0]?.attributes['http.response.status_code']).toBe(404)
  // A worker that looks for work is no trace.
  expect(spans.filter(({ name, parentSpanId }) => name.startsWith('sqlite') && !parentSpanId)).toEqual([])
  expect(JSON.stringify(spans)).not.toMatch(/secret|example|Zoe|hr_key/)
  expect(server.stderr()).toContain('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, and is ignored')
})

test('tracing: a receiver that is down is logged once, and delays neither requests nor the stop', async () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_EXPORTER_OTLP_TIMEOUT: '50',
    // With parts that are no header, which are not repeated either.
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer hunter2%ZZ,no header hunter2=x,=hunter2',
  }
  const server = await serve(['--demo'], { environment, node: WATCHED })
  for (let asked = 0; asked < 50; asked++) expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await expect.poll(() => server.stderr()).toContain('Traces could not be sent')
  await stop(server)
  expect(server.stderr().match(/Traces could not be sent/g)).toHaveLength(1)
  expect(server.stdout() + server.stderr()).not.toContain('hunter2')
  expect(server.stderr()).toContain('loaded ')
})

test('tracing: nothing of it is loaded without an endpoint', async () => {
  const server = await serve(['--demo'], { node: WATCHED })
  await fetch(`${server.url}/healthz`)
  await stop(server)
  expect(server.stderr()).not.toContain('loaded ')
})
