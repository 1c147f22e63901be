import { ALL_SCOPES as ALL, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGREED, begin, messagesOf, post } from '../../../test/support/asking.ts'
import { ENGINES, type Instance, type Json, openInstance } from '../../../test/support/instance.ts'
import { ELICITING, listen, send } from '../../../test/support/mcp.ts'
import { makeStage, type Stage } from '../../../test/support/own-tools.ts'

const { getGuideDraft, listContacts, updateGuide } = operations

const OVER = /^This confirmation was used, has expired, or is not yours\. Nothing was changed\. Ask again without/
const CHANGED = /^The draft has changed since you read it: .* Nothing was changed\. .*look at the draft again/

describe.each(ENGINES)('confirmations of every tool that previews, on %s', (engine) => {
  let instance: Instance
  let stage: Stage
  let url: URL
  let previewing: string[]
  beforeAll(async () => {
    instance = await openInstance(engine)
    url = await listen(instance)
    stage = await makeStage(instance, (kind) => kind)
    const { body } = await send(instance, 'modern', { method: 'tools/list', token: instance.acme.token })
    previewing = body.result.tools.flatMap(({ name, inputSchema }: Json) =>
      'confirmation' in inputSchema.properties ? [name] : [],
    )
  })
  afterAll(() => instance.close())

  const bound = () => instance.handrail.asSystem(instance.acme.id)
  const statusOf = async () => (await (await bound()).invoke(getGuideDraft, { id: stage.draft_id })).data.status
  const argumentsOf = (name: string) =>
    stage.argumentsOf[name]?.() ?? Promise.reject(new Error(`${name}: no arguments`))
  async function call(name: string, given: object, { token = instance.acme.token, more = {} } = {}): Promise<Json> {
    const params = { name, arguments: given, ...more }
    return (await send(instance, 'modern', { method: 'tools/call', params, token })).body.result
  }
  async function confirmed(name: string) {
    const given = await argumentsOf(name)
    const { structuredContent } = await call(name, given)
    return { ...given, confirmation: String(structuredContent.data.confirmation) }
  }
  const refused = ({ isError, content }: Json) => (isError ? String(content[0].text) : 'done')
  const everybody = async () => (await (await bound()).invoke(listContacts, {})).meta.total
  const remindersSent = async () => (await instance.call({ path: '/api/v1/emails?kind=reminder' })).body.meta.total

  /** A change of the draft by somebody else. */
  const changeDraft = async (description: string) =>
    (await bound()).invoke(updateGuide, { id: stage.draft_id, description })

  test('of another key, of another workspace, or of another tool, are refused', async () => {
    expect(previewing).toEqual([
      ...['import_contacts', 'enroll_contacts', 'send_reminders', 'reschedule_enrollment', 'publish_guide'],
    ])
    const [another, elsewhere] = [await instance.acme.key(ALL), await instance.other.key(ALL)]
    const before = [await everybody(), await remindersSent(), await statusOf()]
    for (const name of previewing) {
      const given = await confirmed(name)
      expect(refused(await call(name, given, { token: another })), name).toMatch(OVER)
      expect(refused(await call(name, given, { token: elsewhere })), name).not.toBe('done')
      const other = previewing.find((one) => one !== name) ?? ''
      const foreign = { ...(await argumentsOf(other)), confirmation: given.confirmation }
      expect(refused(await call(other, foreign)), `${other} with that of ${name}`).toMatch(/^This confirmation is of/)
    }
    expect([await everybody(), await remindersSent(), await statusOf()]).toEqual(before)
  })

  test('a draft that somebody has changed since the preview or the question is not published, in either era', async () => {
    const given = await confirmed('publish_guide')
    await changeDraft('After the preview')
    expect(refused(await call('publish_guide', given))).toMatch(CHANGED)

    const asked = await argumentsOf('publish_guide')
    const { requestState } = await call('publish_guide', asked, { more: ELICITING })
    await changeDraft('After the question')
    const more = { ...ELICITING, requestState, inputResponses: { confirm: AGREED } }
    expect(refused(await call('publish_guide', asked, { more }))).toMatch(CHANGED)

    const { token } = instance.acme
    const session = (await begin(url, token)) ?? ''
    const params = { name: 'publish_guide', arguments: await argumentsOf('publish_guide') }
    const messages = messagesOf(await post(url, { id: 1, method: 'tools/call', params }, { token, session }))
    const { value: question } = await messages.next()
    await changeDraft('After the question of the former era')
    await post(url, { id: question?.id, result: AGREED }, { token, session })
    expect(refused((await messages.next()).value?.result)).toMatch(CHANGED)
    expect(await statusOf()).toBe('draft')
  })

  test('two assistants at one draft: the second reads whose change it was, and goes on from there', async () => {
    const [first, second] = [await instance.acme.key(ALL), await instance.acme.key(ALL)]
    const { id, revision } = (await argumentsOf('edit_guide_draft')) as Record<string, string>
    const edit = (title: string) => ({
      id,
      revision,
      changes: [{ action: 'insert_section', section: { title, steps: [] } }],
    })
    expect(refused(await call('edit_guide_draft', edit('One'), { token: first }))).toBe('done')
    const late = refused(await call('edit_guide_draft', edit('Two'), { token: second }))
    expect(late).toMatch(/^The draft has changed since you read it: "test" changed it at /)
    const now = JSON.parse(late.slice(late.indexOf('{')))
    expect(now.sections.at(-1).title).toBe('One')
    const again = await call('edit_guide_draft', { ...edit('Two'), revision: now.revision }, { token: second })
    expect(again.structuredContent.data.sections.slice(-2).map(({ title }: Json) => title)).toEqual(['One', 'Two'])
  })

  test('are good once, also when they are sent several times at once', async () => {
    for (const name of previewing) {
      const given = await confirmed(name)
      const outcomes = (await Promise.all([1, 2, 3].map(() => call(name, given)))).map(refused)
      expect(
        outcomes.filter((outcome) => outcome === 'done'),
        `${name}: ${outcomes.join()}`,
      ).toHaveLength(1)
      expect(refused(await call(name, given)), name).not.toBe('done')
    }
    expect(await statusOf()).toBe('published')
    expect(await remindersSent()).toBe(1)
  })
})
