import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { ERAS, type Era, send } from '../../../test/support/mcp.ts'

const { createOrganisation } = operations

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
    const { result } = await ask('prompts/list')
    expect(result.prompts.map(({ title }: { title: string }) => title)).toEqual([
      'Who is stuck this week?',
      'Prepare a kick-off for ...',
    ])
    const few = await ask('prompts/list', {}, await instance.acme.key(['enrollments:read']))
    expect(few.result.prompts).toHaveLength(1)
    const none = await ask('prompts/list', {}, await instance.acme.key(['webhooks:manage']))
    expect(none.result.prompts).toEqual([])
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
    ['an organisation', { type: 'ref/prompt', name: 'prepare_kick_off' }, 'organisation', 'harb', 'both'],
    ['what nobody knows', { type: 'ref/prompt', name: 'who_is_stuck' }, 'days', '1', 'nothing'],
  ])('are completed with %s', async (_what, ref, name, value, expected) => {
    const { result } = await ask('completion/complete', { ref, argument: { name, value } })
    const values = { guide: [instance.acme.guide_id], both: ['Harbour Lights', 'Harbour Bakery'], nothing: [] }
    expect(result.completion).toEqual({ values: Reflect.get(values, expected), hasMore: false })
  })

  test('are not completed with values that the token cannot read', async () => {
    const ref = { type: 'ref/resource', uri: 'service://guides/{guide_id}' }
    const token = await instance.acme.key(['webhooks:manage'])
    const { result } = await ask('completion/complete', { ref, argument: { name: 'guide_id', value: '' } }, token)
    expect(result.completion.values).toEqual([])
  })
})
