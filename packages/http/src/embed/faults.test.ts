import { type Handrail, operations } from '@handrail/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInstance } from '../../../core/test/instance.ts'
import { createHandler } from '../index.ts'

// What a program learns that embeds an instance without a logger and without `onError`.

const opened: (() => unknown)[] = []
let handrail: Handrail
let acme: Awaited<ReturnType<Handrail['asSystem']>>
let lines: Record<string, unknown>[]
beforeEach(async () => {
  lines = []
  const stderr = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(JSON.parse(String(line))))
  const instance = await openInstance('sqlite')
  ;({ handrail, acme } = instance)
  opened.push(() => stderr.mockRestore(), instance.close)
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

test('a failed request of an embedded instance is a line on stderr with its request id, and without values', async () => {
  const authenticate = () => {
    throw new Error('no session for "zoe@harbour.example"')
  }
  const handler = await createHandler({ handrail, authenticate })
  opened.push(handler.close)
  const headers = { 'x-request-id': 'the-request' }
  const answer = await handler.fetch(new Request('https://handrail.example/api/v1/contacts', { headers }))
  expect(answer.status).toBe(500)
  expect(lines).toMatchObject([
    { level: 'error', request_id: 'the-request', error: { name: 'Error' }, msg: 'internal_error' },
  ])
  expect(JSON.stringify(lines)).not.toContain('zoe@')
  // Requests that succeed, or that the caller has to mend, are not failures of the service.
  await handler.fetch(new Request('https://handrail.example/nothing'))
  expect(lines).toHaveLength(1)
})

test('a listener that fails is a line on stderr, which names the event', async () => {
  handrail.on('contact.created', () => {
    throw new Error('the CRM is down')
  })
  await acme.invoke(operations.createContact, { email: 'zoe@harbour.example', first_name: 'Zoe' })
  await expect
    .poll(() => lines)
    .toMatchObject([
      {
        level: 'error',
        event: 'contact.created',
        event_id: expect.stringMatching(/^evt_/),
        workspace_id: acme.caller.workspace_id,
        error: { message: 'the CRM is down', stack: expect.stringContaining('faults.test.ts') },
      },
    ])
})

test('a listener that fails at what a request has made names the request', async () => {
  for (const name of ['first', 'second'])
    handrail.on('contact.created', async () => {
      throw new Error(`the ${name} CRM is down`)
    })
  const { data: key } = await acme.invoke(operations.createApiKey, { name: 'CRM', scopes: ['contacts:write'] })
  const handler = await createHandler({ handrail })
  opened.push(handler.close)
  // Two at a time share a commit.
  const create = (id: string) =>
    handler.fetch(
      new Request('https://handrail.example/api/v1/contacts', {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify({ contact: { email: `${id}@harbour.example`, first_name: 'Zoe' } }),
      }),
    )
  const answers = await Promise.all([create('one'), create('other')])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  await expect
    .poll(() => lines.map(({ request_id }) => request_id).toSorted())
    .toEqual(['one', 'one', 'other', 'other'])
})

test('a feed that fails is a line on stderr, which names the feed and its event, with the text of a thrown string', async () => {
  const feed = await handrail.feed('crm', { types: ['contact.created'] }, () => {
    throw 'the CRM is down'
  })
  opened.push(feed.stop)
  await acme.invoke(operations.createContact, { email: 'zoe@harbour.example', first_name: 'Zoe' })
  await expect
    .poll(() => lines[0], { timeout: 10_000 })
    .toMatchObject({
      level: 'error',
      feed: 'crm',
      event: 'contact.created',
      event_id: expect.stringMatching(/^evt_/),
      workspace_id: acme.caller.workspace_id,
      error: { message: 'the CRM is down' },
    })
})
