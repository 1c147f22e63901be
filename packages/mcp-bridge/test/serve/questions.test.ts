import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import type { Message } from '../../src/protocol/messages.ts'
import { type ArrivedCall, asking, askingServer, done, formOf } from '../support/asking-server.ts'
import { type BridgeProcess, LEGACY_HOST, modern, textOf } from '../support/bridge-process.ts'
import { useBridges, useServers } from '../support/bridges.ts'

const bridges = useBridges()
const using = useServers()
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const AGREED = { action: 'accept', content: { agree: true } }
/** A state with everything that JSON writes in more than one way. */
const STATE = 'a+/=\\"\u2028é\u{1f512}\t<'

type Answer = Parameters<typeof askingServer>[0]

/** A host before 2026-07-28 that can ask, before a server that asks. */
async function start(answer: Answer, args: string[] = [], capabilities: JsonObject = { elicitation: {} }) {
  const server = await using(askingServer(answer))
  const bridge = bridges.start([server.url, ...args])
  await bridge.request('initialize', { ...LEGACY_HOST, capabilities })
  bridge.notify('notifications/initialized')
  return { ...server, bridge }
}

const call = (bridge: BridgeProcess, given: JsonObject = {}) =>
  bridge.begin('tools/call', { name: 'send', arguments: given })

/** Answers a question of the bridge's. */
const reply = (bridge: BridgeProcess, { id }: Message, answer: JsonObject) =>
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)

/** The question with this message. */
async function question(bridge: BridgeProcess, message: string): Promise<Message> {
  const find = () =>
    bridge.messages.find(({ method, params }) => method === 'elicitation/create' && params?.message === message)
  await expect.poll(find).toBeDefined()
  return find() as Message
}

const once: Answer = ({ params }) => (params.inputResponses ? done('sent') : asking(STATE, 'agree?'))

describe('a host before 2026-07-28 whose server asks', () => {
  test('is asked itself, and its answer goes back with the same state, arguments and a new id', async () => {
    const { bridge, calls } = await start(once)
    const id = call(bridge, { to: 'all' })
    const asked = await bridge.told('elicitation/create')
    expect(asked.params).toEqual(formOf('agree?'))
    reply(bridge, asked, { result: AGREED })
    const { result } = await bridge.answer(id)
    expect(result).toEqual({ content: [{ type: 'text', text: 'sent' }] })
    const [first, second] = calls as [ArrivedCall, ArrivedCall]
    const { _meta: _, ...again } = second.params
    expect(again).toEqual({
      ...{ name: 'send', arguments: { to: 'all' } },
      inputResponses: { 'agree?': AGREED },
      requestState: STATE,
    })
    expect(second.id).not.toBe(first.id)
    expect(first.params.requestState).toBeUndefined()
  })

  test.each<[string, JsonObject, JsonObject]>([
    ['elicitation', { elicitation: {} }, { elicitation: {} }],
    ['elicitation in both modes', { elicitation: { form: {}, url: {} } }, { elicitation: { form: {}, url: {} } }],
    ['nothing', {}, {}],
    ['something that is no capability', { elicitation: true, roots: {} }, { roots: {} }],
  ])('has announced %s, and the server is told just that', async (_what, announced, told) => {
    const { bridge, calls } = await start(() => done('sent'), [], announced)
    await bridge.answer(call(bridge))
    expect(calls[0]?.params._meta[CAPABILITIES]).toEqual(told)
  })

  test.each<[string, JsonObject, JsonObject]>([
    ['declines', { action: 'decline' }, { action: 'decline' }],
    ['cancels', { action: 'cancel', content: null }, { action: 'cancel' }],
  ])('%s, and the server is told', async (_what, answer, told) => {
    const { bridge, calls } = await start(once)
    const id = call(bridge)
    reply(bridge, await bridge.told('elicitation/create'), { result: answer })
    await bridge.answer(id)
    expect(calls[1]?.params.inputResponses).toEqual({ 'agree?': told })
  })

  test.each<[string, JsonObject]>([
    ['an error', { error: { code: -32601, message: 'No window' } }],
    ['a text', { result: 'yes' }],
    ['nothing', {}],
    ['no action', { result: {} }],
    ['an action that does not exist', { result: { action: 'agree', content: { agree: true } } }],
    ['an answer in another form', { result: { action: 'accept', content: 'yes' } }],
  ])('answers with %s: the call fails with a sentence, and nothing goes to the server', async (_what, answer) => {
    const { bridge, calls } = await start(once)
    const id = call(bridge)
    reply(bridge, await bridge.told('elicitation/create'), answer)
    const failed = await bridge.answer(id)
    expect(failed.result?.isError).toBe(true)
    expect(textOf(failed)).toMatch(/^The application did not answer what the server asked \(elicitation\/create\): /)
    expect(calls).toHaveLength(1)
  })

  test('is asked again in a second round, with the state of that round', async () => {
    const { bridge, calls } = await start((_call, count) =>
      count < 3 ? asking(`state ${count}`, `${count}?`) : done('sent'),
    )
    const id = call(bridge)
    for (const round of ['1?', '2?']) reply(bridge, await question(bridge, round), { result: AGREED })
    expect(textOf(await bridge.answer(id))).toBe('sent')
    expect(calls.map(({ params }) => [params.requestState, params.inputResponses])).toEqual([
      [undefined, undefined],
      ['state 1', { '1?': AGREED }],
      ['state 2', { '2?': AGREED }],
    ])
  })

  test('is asked two things at once; one without an answer withdraws the other', async () => {
    const { bridge, calls } = await start(() => asking('both', 'one?', 'other?'))
    const id = call(bridge)
    const other = await question(bridge, 'other?')
    reply(bridge, await question(bridge, 'one?'), { error: { code: -1, message: 'No window' } })
    expect((await bridge.answer(id)).result?.isError).toBe(true)
    expect((await bridge.told('notifications/cancelled')).params?.requestId).toBe(other.id)
    expect(calls).toHaveLength(1)
  })

  test('has two calls open at once, and each gets its own answer', async () => {
    const { bridge } = await start(({ params }) => {
      const { inputResponses, requestState, arguments: given } = params
      if (!inputResponses) return asking(`for ${given?.to}`, `${given?.to}?`)
      return done(`${given?.to} ${requestState} ${JSON.stringify(inputResponses)}`)
    })
    const ids = { ann: call(bridge, { to: 'ann' }), ben: call(bridge, { to: 'ben' }) }
    const ann = await question(bridge, 'ann?')
    reply(bridge, await question(bridge, 'ben?'), { result: { action: 'decline' } })
    reply(bridge, ann, { result: AGREED })
    expect(textOf(await bridge.answer(ids.ben))).toBe('ben for ben {"ben?":{"action":"decline"}}')
    expect(textOf(await bridge.answer(ids.ann))).toBe(`ann for ann ${JSON.stringify({ 'ann?': AGREED })}`)
  })

  test('cancels its call: the question is withdrawn, and an answer that comes late goes nowhere', async () => {
    const { bridge, calls } = await start(once)
    const id = call(bridge)
    const asked = await bridge.told('elicitation/create')
    bridge.notify('notifications/cancelled', { requestId: id })
    expect((await bridge.told('notifications/cancelled')).params?.requestId).toBe(asked.id)
    reply(bridge, asked, { result: AGREED })
    await bridge.request('ping')
    expect(calls).toHaveLength(1)
    expect(bridge.messages.some((message) => message.id === id)).toBe(false)
  })

  test('goes away: the bridge ends, and the server hears no answer', async () => {
    const { bridge, calls } = await start(once)
    call(bridge)
    await bridge.told('elicitation/create')
    bridge.endInput()
    expect(await bridge.ended).toEqual({ code: 0, signal: null })
    expect(calls).toHaveLength(1)
  })

  test('may take longer to answer than a tool may', async () => {
    const slow: Answer = (arrived, count) => {
      if (arrived.params.arguments?.to === 'nobody') return new Promise(() => undefined)
      return once(arrived, count)
    }
    const { bridge } = await start(slow, ['--tool-timeout', '1'])
    const id = call(bridge)
    const asked = await bridge.told('elicitation/create')
    // The time of a tool passes.
    expect(textOf(await bridge.answer(call(bridge, { to: 'nobody' })))).toContain('did not answer within 1 s')
    reply(bridge, asked, { result: AGREED })
    expect(textOf(await bridge.answer(id))).toBe('sent')
  })

  test('an answer is sent once, even where the tool may be called again', async () => {
    const { bridge, calls } = await start(({ params }, count) => {
      if (params.inputResponses) return undefined
      return count === 1 ? undefined : asking('state', 'agree?')
    })
    // The tool says there that it may be called again.
    await bridge.request('tools/list')
    const id = call(bridge)
    reply(bridge, await bridge.told('elicitation/create'), { result: AGREED })
    expect((await bridge.answer(id)).result?.isError).toBe(true)
    expect(calls.map(({ params }) => params.requestState)).toEqual([undefined, undefined, 'state'])
  })
})

test('a host of 2026-07-28 gets the questions of a server of 2026-07-28 as they are', async () => {
  const server = await using(askingServer(once))
  const bridge = bridges.start([server.url])
  const capabilities = { elicitation: { form: {} } }
  const own = { name: 'send', arguments: { to: 'all' } }
  const { result } = await bridge.request('tools/call', modern(own, capabilities))
  expect(result).toMatchObject(asking(STATE, 'agree?'))
  expect(bridge.messages.some(({ method }) => method === 'elicitation/create')).toBe(false)
  const again = { ...own, inputResponses: { 'agree?': AGREED }, requestState: STATE }
  expect(textOf(await bridge.request('tools/call', modern(again, capabilities)))).toBe('sent')
  const { _meta, ...sent } = server.calls[1]?.params ?? { _meta: {} }
  expect(sent).toEqual(again)
  expect(_meta[CAPABILITIES]).toEqual(capabilities)
})
