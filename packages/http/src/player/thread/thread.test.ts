import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { openLink, payroll } from '../../../test/support/player.ts'

const { answerMessage, createUser, updateEnrollment } = operations

describe.each(ENGINES)('the conversation in the player on %s', (engine) => {
  let instance: Instance
  let sample: Awaited<ReturnType<typeof payroll>>
  beforeAll(async () => {
    instance = await openInstance(engine)
    sample = await payroll(instance.handrail, instance.acme.id)
  })
  afterAll(() => instance.close())

  const opened = async () => {
    const invited = await sample.invite()
    return { ...invited, ...openLink(instance.app, invited.path) }
  }
  const answer = (id: string, body: string) => sample.bound.invoke(answerMessage, { id, body })

  test('the overview, every step and an expired link show new answers until the contact has opened them', async () => {
    const { id, path, get, post } = await opened()
    const places = ['', ...sample.steps.map((step) => `/steps/${step.id}`)]
    for (const place of places) expect((await get(place)).payload).not.toContain('new answer')
    await answer(id, 'Top right.')
    for (const place of places) expect((await get(place)).payload).toContain('1 new answer<')
    await answer(id, 'Or in the menu.')
    expect((await get()).payload).toContain('2 new answers<')
    await sample.bound.invoke(updateEnrollment, { id, status: 'expired' })
    expect((await get()).payload).toContain('2 new answers<')
    // A program that follows the link of the mail reads nothing.
    const page = (await get('/ask')).payload
    expect(page).toMatch(/Top right\..*id="newest".*Or in the menu\./s)
    expect((await get()).payload).toContain('2 new answers<')
    const [, newest = ''] = /data-seen="([^"]+)"/.exec(page) ?? []
    const json = { accept: 'application/json' }
    expect((await post('/ask/seen', { message_id: newest }, json)).statusCode).toBe(204)
    await sample.bound.invoke(updateEnrollment, { id, status: 'in_progress' })
    for (const place of places) expect((await get(place)).payload).not.toContain('new answer')
    expect((await get('/ask')).payload).not.toContain('data-seen')
    await answer(id, 'Found it?')
    expect((await post('/ask/seen')).headers.location).toBe(`${path}/ask#newest`)
    expect((await get()).payload).not.toContain('new answer')
    expect((await post('/ask/seen', { message_id: 'nonsense' })).statusCode).toBe(422)
  })

  test('the page promises an answer or a notice only if somebody is notified', async () => {
    const { id, get, post } = await opened()
    await post('/ask', { body: 'Where?' })
    const sent = (await get('/ask?sent=1')).payload
    expect(sent).toContain('Nobody was notified by mail')
    for (const promise of ['will answer here', 'The answer will appear']) expect(sent).not.toContain(promise)
    await sample.bound.invoke(updateEnrollment, { id, status: 'expired' })
    await post('/new-link')
    const asked = (await get()).payload
    expect(asked).toContain('nobody was notified by mail')
    expect(asked).not.toContain('has been told')
  })

  test('a refused question is kept and shown at an address of its own until it is sent, also for an expired link', async () => {
    const { id, path, get, post } = await opened()
    await sample.bound.invoke(updateEnrollment, { id, status: 'expired' })
    for (let sent = 0; sent < 20; sent++)
      expect((await post('/ask', { body: `Question ${sent}` })).headers.location).toBe(`${path}/ask?sent=1`)
    const refused = await post('/ask', { body: 'One <more>\r\nof them' })
    expect([refused.statusCode, refused.headers.location]).toEqual([303, `${path}/ask?refused=ask_often`])
    const page = await get('/ask?refused=ask_often')
    expect(page.statusCode).toBe(200)
    expect(page.payload).toMatch(/<textarea[^>]*>One &lt;more>\r?\nof them<\/textarea>/)
    expect(page.payload).toMatch(/id="question-wrong"/)
    // Another refused question replaces it; one that nobody has sent is still there on the next visit.
    await post('/ask', { body: 'Another' })
    expect((await get('/ask')).payload).toContain('>Another</textarea>')
    const long = await post('/ask', { body: 'y'.repeat(5001) })
    expect(long.headers.location).toBe(`${path}/ask?refused=too_long`)
    const shown = (await get('/ask?refused=too_long')).payload
    expect(shown).toContain('Shorten this to 5000 characters')
    expect(shown).toContain('y'.repeat(5001))
    // More than is kept, which no browser sends.
    const longer = await post('/ask', { body: 'x'.repeat(20_001) })
    expect(longer.statusCode).toBe(422)
    expect(longer.payload).toContain('x'.repeat(20_001))

    const other = await opened()
    await other.post('/ask', { step_id: 'nonsense', body: 'Kept' })
    expect((await other.get('/ask')).payload).toContain('>Kept</textarea>')
    await other.post('/ask', { body: 'Kept' })
    expect((await other.get('/ask')).payload).not.toContain('>Kept</textarea>')
  })

  test('the page says who answers if mail about it is sent', async () => {
    const mail = { url: 'smtp://127.0.0.1:9', from: 'no-reply@handrail.example' }
    const mailing = await openInstance(engine, {}, { mail })
    const operator = await mailing.handrail.asSystem(mailing.acme.id)
    const ada = { email: 'ada@acme.example', name: 'Ada', role: 'owner' as const, password: 'correct horse battery' }
    await operator.invoke(createUser, ada)
    const { invite } = await payroll(mailing.handrail, mailing.acme.id)
    const { get, post } = openLink(mailing.app, (await invite()).path)
    await post('/ask', { body: 'Where?' })
    expect((await get('/ask?sent=1')).payload).toContain('Larkspur will answer here.')
    await mailing.close()
  })
})
