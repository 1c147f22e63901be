import { operations } from '@handrail/core'
import { STEP_TYPES } from '@handrail/core/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { ERAS, type Era, send } from '../../../test/support/mcp.ts'

const { checkGuideDraft, createGuide, publishGuide } = operations

describe('service://authoring', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite')
  })
  afterAll(() => instance.close())

  const read = (era: Era, token?: string) =>
    send(instance, era, {
      ...{ method: 'resources/read', params: { uri: 'service://authoring' } },
      ...(token !== undefined && { token }),
    })

  const textOf = async () => String((await read('modern')).body.result.contents[0].text)

  test.each(Object.keys(ERAS) as Era[])('is listed and read by those who may write guides (%s)', async (era) => {
    const { body } = await send(instance, era, { method: 'resources/list' })
    const own = body.result.resources.find(({ uri }: { uri: string }) => uri === 'service://authoring')
    expect(own).toMatchObject({ mimeType: 'text/markdown' })
    expect((await read(era)).body.result.contents[0].text).toBe(await textOf())
    const token = await instance.acme.key(['guides:read'])
    const { body: others } = await send(instance, era, { method: 'resources/list', token })
    expect(others.result.resources.map(({ uri }: { uri: string }) => uri)).not.toContain('service://authoring')
    expect((await read(era, token)).status).toBe(403)
  })

  test('stays under 6 KB', async () => {
    expect(Buffer.byteLength(await textOf())).toBeLessThan(6 * 1024)
  })

  test('has an example of every type of step, and a guide of them is published without advice', async () => {
    const steps = [...(await textOf()).matchAll(/```json\n(.*)\n```/g)].map(([, json = '']) => JSON.parse(json))
    expect(new Set(steps.map(({ type }) => type))).toEqual(new Set(STEP_TYPES))
    const bound = await instance.handrail.asSystem(instance.acme.id)
    const { data } = await bound.invoke(createGuide, { title: 'Examples', sections: [{ title: 'All', steps }] })
    const { data: checked } = await bound.invoke(checkGuideDraft, { id: data.id })
    expect([checked.problems, checked.advice]).toEqual([[], []])
    expect((await bound.invoke(publishGuide, { id: data.id })).data.status).toBe('published')
  })
})
