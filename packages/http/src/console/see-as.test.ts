import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, publish } from '../../test/support/player.ts'

const {
  answerMessage,
  createParticipant,
  createUser,
  deleteParticipant,
  getEnrollment,
  listParticipants,
  saveDraft,
  openOwnGuide,
} = operations

const PASSWORD = 'correct horse battery'
const IT = '019aa0f4-7c00-7000-8000-0000000000d1'
const field = { name: 'size', label: 'How many?', kind: 'text' as const }

describe.each(ENGINES)('an enrollment seen as one of its people, on %s', (engine) => {
  let instance: Instance
  let folder: string
  let team: Bound
  let viewer: Browsing
  let guide: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
    writeFileSync(join(folder, 'index.html'), '')
    instance = await openInstance(engine, { consoleFolder: folder })
    team = await instance.handrail.asSystem(instance.acme.id)
    const email = 'viewer@example.com'
    await team.invoke(createUser, { email, name: 'Vic', role: 'viewer', password: PASSWORD })
    viewer = openBrowsing(instance.app)
    await viewer.visit('/sign-in', { form: { email, password: PASSWORD, return_to: '/' } })
    guide = await publish(team, {
      title: 'Roll out',
      roles: [{ id: IT, name: 'IT' }],
      sections: [
        {
          title: 'All',
          steps: [
            { title: 'Tell us', type: 'form', content: { fields: [field] } },
            { title: 'Connect it', responsible: IT },
            { title: 'Hidden limit', responsible: 'team', internal: true },
          ],
        },
      ],
    })
  })
  afterAll(async () => {
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function enrolled() {
    const { id, path } = await invite(team, guide.id)
    const email = `${crypto.randomUUID()}@oakline.example`
    const given = { id, email, first_name: 'Yuki', last_name: 'Tanaka', role_id: IT }
    const { data: yuki } = await team.invoke(createParticipant, given)
    const pageOf = (person: string, place = '') =>
      viewer.visit(`/console/see-as/${instance.acme.id}/${id}/${person}/light${place}`)
    return { id, path, yuki, pageOf }
  }
  const [form = '', connect = ''] = ['Tell us', 'Connect it']
  const stepOf = (title: string) =>
    guide.sections.flatMap(({ steps }) => steps).find((step) => step.title === title)?.id ?? ''

  test('is the page of each person, without script or effect, and without what the person does not see', async () => {
    const { path, yuki, pageOf } = await enrolled()
    const hers = (await pageOf('primary')).payload
    expect(hers).toMatch(/<div class="nextup">.*Tell us<\/h2>/s)
    const page = await pageOf(yuki.id)
    expect(page.payload).toMatch(/Hello Yuki,.*<div class="nextup">.*Your next step/s)
    const step = await pageOf(yuki.id, `/steps/${stepOf(connect)}`)
    expect(step.payload).toContain('because you look after IT')
    for (const { payload, headers, statusCode } of [page, step]) {
      expect(statusCode).toBe(200)
      for (const absent of ['Hidden limit', '<script', path, yuki.url ?? 'none']) expect(payload).not.toContain(absent)
      const policy = String(headers['content-security-policy'])
      for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'self'"])
        expect(policy).toContain(part)
    }
    const hidden = await pageOf('primary', `/steps/${stepOf('Hidden limit')}`)
    expect([hidden.statusCode, hidden.payload.includes('Hidden limit')]).toEqual([303, false])
    expect((await pageOf(yuki.id, '/answers')).statusCode).toBe(200)
    for (const place of ['/ask', '/invite', '/dates', `/steps/${stepOf(connect)}/pass-on`])
      expect((await pageOf(yuki.id, place)).statusCode, place).toBe(404)
  })

  test('is no visit, leaves answers unread, and keeps what was typed and not sent to the person', async () => {
    const { id, path, yuki, pageOf } = await enrolled()
    const before = (await team.invoke(getEnrollment, { id })).data
    for (const person of ['primary', yuki.id])
      for (const place of ['', `/steps/${stepOf(form)}`]) await pageOf(person, place)
    expect((await team.invoke(getEnrollment, { id })).data).toEqual(before)
    expect((await team.invoke(listParticipants, { id })).data[0]).toMatchObject({ last_activity_at: null })
    const contact = await instance.handrail.asContact(path.slice('/g/'.length))
    await contact.invoke(openOwnGuide, {})
    await contact.invoke(saveDraft, { step_id: stepOf(form), answers: { size: 'typed so far' } })
    expect((await openLink(instance.app, path).get(`/steps/${stepOf(form)}`)).payload).toContain('typed so far')
    expect((await pageOf('primary', `/steps/${stepOf(form)}`)).payload).not.toContain('typed so far')
    await team.invoke(answerMessage, { id, body: 'Welcome' })
    for (let times = 0; times < 2; times++) expect((await pageOf('primary')).payload).toContain('1 new answer')
  })

  test('is refused to others, and says that a removed person takes part no more', async () => {
    const { id, yuki, pageOf } = await enrolled()
    const path = `/console/see-as/${instance.acme.id}/${id}/primary/light`
    expect((await openBrowsing(instance.app).visit(path)).statusCode).toBe(401)
    expect((await viewer.visit(path.replace(instance.acme.id, instance.other.id))).statusCode).toBe(404)
    const { id: others } = await invite(await instance.handrail.asSystem(instance.acme.id), guide.id)
    expect((await viewer.visit(path.replace(`${id}/primary`, `${others}/${yuki.id}`))).statusCode).toBe(404)
    expect((await pageOf('nobody')).statusCode).toBe(404)
    await team.invoke(deleteParticipant, { id, participant_id: yuki.id })
    const gone = await pageOf(yuki.id)
    expect([gone.statusCode, gone.payload.includes('You no longer take part here')]).toEqual([410, true])
  })
})
