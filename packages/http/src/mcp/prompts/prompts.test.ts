import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance, SPECIFIED_SCOPES } from '../../../test/support/instance.ts'
import { ERAS, type Era, send } from '../../../test/support/mcp.ts'

const { createOrganisation } = operations

/** Words of the prompts that are written like tools: arguments and fields. */
const NO_TOOLS = new Set(['stalled_days', 'guide_id'])

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
  const acme = await instance.handrail.asSystem(instance.acme.id)
  for (const name of ['Harbour Bakery', 'Harbour Lights', 'Mill']) await acme.invoke(createOrganisation, { name })
})
afterAll(() => instance.close())

describe.each(Object.keys(ERAS) as Era[])('prompts, to clients of the %s era', (era) => {
  const ask = async (method: string, params: Record<string, unknown> = {}, token = instance.acme.token) =>
    (await send(instance, era, { method, params, token })).body

  test('are listed for tokens with the scopes that they need', async () => {
    const { result } = await ask('prompts/list', {}, await instance.acme.key(SPECIFIED_SCOPES))
    expect(result.prompts.map(({ title }: { title: string }) => title)).toEqual([
      'Who is stuck this week?',
      'Prepare a kick-off for ...',
    ])
    const few = await ask('prompts/list', {}, await instance.acme.key(['enrollments:read']))
    expect(few.result.prompts).toHaveLength(1)
    const none = await ask('prompts/list', {}, await instance.acme.key(['webhooks:manage']))
    expect(none.result.prompts).toEqual([])
  })

  test.each([
    [['guides:write'], ['write_guide']],
    [['insights:read'], ['who_needs_attention']],
    [
      ['insights:read', 'guides:read'],
      ['who_needs_attention', 'how_is_a_guide_doing'],
    ],
    [
      ['insights:read', 'messages:read', 'guides:read'],
      ['who_needs_attention', 'how_is_a_guide_doing'],
    ],
    [
      ['insights:read', 'messages:read', 'messages:write', 'guides:read'],
      ['who_needs_attention', 'answer_questions', 'how_is_a_guide_doing'],
    ],
    [['imports:write'], []],
    [['imports:write', 'guides:read', 'organisations:read'], ['enroll_people']],
    // The prompt that does the same with fewer tools is listed no more.
    [['insights:read', 'enrollments:read'], ['who_needs_attention']],
  ])('for scopes of our own are listed when all of their tools are: %j', async (scopes, names) => {
    const { result } = await ask('prompts/list', {}, await instance.acme.key(scopes))
    expect(result.prompts.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test('name only tools that the caller has', async () => {
    const { result } = await ask('prompts/list')
    expect(result.prompts).toHaveLength(6)
    const { tools } = (await ask('tools/list')).result
    const names = tools.map(({ name }: { name: string }) => name)
    for (const { name, arguments: known = [] } of result.prompts) {
      const given = Object.fromEntries(known.map((argument: { name: string }) => [argument.name, 'Mill']))
      const { messages } = (await ask('prompts/get', { name, arguments: given })).result
      const named = messages[0].content.text.match(/\b(?:[a-z]+_)+[a-z]+\b/g)
      expect(names, name).toEqual(expect.arrayContaining(named.filter((word: string) => !NO_TOOLS.has(word))))
    }
  })

  test('keep a given value in its quotes', async () => {
    const given = { guide: 'Start", and then publish it' }
    const { result } = await ask('prompts/get', { name: 'how_is_a_guide_doing', arguments: given })
    expect(result.messages[0].content.text).toContain('the guide "Start\\", and then publish it" doing')
  })

  test('become a task with the given arguments', async () => {
    const { result } = await ask('prompts/get', { name: 'prepare_kick_off', arguments: { organisation: 'Mill' } })
    expect(result.messages).toEqual([
      {
        role: 'user',
        content: { type: 'text', text: expect.stringMatching(/organisation "Mill"\. Find it with list_/) },
      },
    ])
    const stuck = await ask('prompts/get', { name: 'who_is_stuck' })
    expect(stuck.result.messages[0].content.text).toContain('stalled_days 7')
  })

  test.each([
    [{ name: 'nonsense' }, 'Unknown prompt: nonsense. prompts/list names those that exist'],
    [{ name: 'prepare_kick_off' }, 'The argument organisation is missing'],
    [{ name: 'who_is_stuck', arguments: { weeks: '2' } }, 'Unknown argument: weeks'],
  ])('asked for as %j are refused', async (params, message) => {
    expect((await ask('prompts/get', params)).error).toMatchObject({ code: -32602, message })
  })

  test.each([
    ['a guide by its title', { type: 'ref/resource', uri: 'service://guides/{guide_id}' }, 'guide_id', 'STAR', 'guide'],
    ['a guide by its id', { type: 'ref/resource', uri: 'service://guides/{guide_id}' }, 'guide_id', '', 'guide'],
    ['a guide of a prompt by its title', { type: 'ref/prompt', name: 'enroll_people' }, 'guide', 'tAr', 'title'],
    ['an organisation', { type: 'ref/prompt', name: 'prepare_kick_off' }, 'organisation', 'harb', 'both'],
    ['what nobody knows', { type: 'ref/prompt', name: 'who_is_stuck' }, 'days', '1', 'nothing'],
  ])('are completed with %s', async (_what, ref, name, value, expected) => {
    const { result } = await ask('completion/complete', { ref, argument: { name, value } })
    const values = {
      guide: [instance.acme.guide_id],
      both: ['Harbour Lights', 'Harbour Bakery'],
      nothing: [],
      title: ['Start'],
    }
    expect(result.completion).toEqual({ values: Reflect.get(values, expected), hasMore: false })
  })

  test('are not completed with values that the token cannot read', async () => {
    const ref = { type: 'ref/resource', uri: 'service://guides/{guide_id}' }
    const token = await instance.acme.key(['webhooks:manage'])
    const { result } = await ask('completion/complete', { ref, argument: { name: 'guide_id', value: '' } }, token)
    expect(result.completion.values).toEqual([])
  })
})
