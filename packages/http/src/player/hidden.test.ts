import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, publish } from '../../test/support/player.ts'
import { CANARY, GUIDE_WITH_SECRETS, hideMore, secretSteps } from '../../test/support/secret-places.ts'
import { PAGES } from './pages/pages.ts'

const {
  answerMessage,
  createParticipant,
  getEmail,
  listEmails,
  listEnrollments,
  previewGuide,
  readOwnGuide,
  sendInvitation,
  sendReminder,
} = operations

const LANGUAGES = ['en', 'de', 'es', 'fr']

describe.each(ENGINES)('what contacts must never see, on %s', (engine) => {
  let instance: Instance
  let team: Bound
  let guide: Awaited<ReturnType<typeof publish>>
  let secrets: string[]
  beforeAll(async () => {
    instance = await openInstance(engine)
    team = await instance.handrail.asSystem(instance.acme.id)
    guide = await publish(team, GUIDE_WITH_SECRETS)
    secrets = secretSteps(guide.sections)
  })
  afterAll(() => instance.close())

  const stepOf = (title: string) => {
    const found = guide.sections.flatMap(({ steps }) => steps).find((step) => step.title === title)
    return found?.id ?? ''
  }
  /** The links of the primary contact and of a participant. */
  async function persons() {
    const { id, path, contact_id } = await invite(team, guide.id)
    const email = `${Math.random().toString(36).slice(2)}@oakline.example`
    const role_id = guide.roles[0]?.id ?? null
    const { data } = await team.invoke(createParticipant, {
      id,
      email,
      first_name: 'Yuki',
      role_id,
      send_invitation: true,
    })
    await hideMore(team, { id, secrets })
    return { id, contact_id, paths: [path, new URL(data.url ?? '').pathname] }
  }
  /** Every page of a link, with each id of a step that it can name. */
  function placesOf(): { method: 'GET' | 'POST'; place: string }[] {
    const ids = [...guide.sections.flatMap(({ steps }) => steps.map(({ id }) => id))]
    return PAGES.flatMap(({ path, methods }) =>
      methods.flatMap((method) => {
        if (!path.includes(':step_id')) return [{ method, place: path.replace(':entry', '0') }]
        return ids.map((id) => ({ method, place: path.replace(':step_id', id) }))
      }),
    )
  }

  test('is on no page of a contact or a participant, at any time, in any language', async () => {
    const { id, paths } = await persons()
    for (const path of paths)
      for (const language of LANGUAGES) {
        const link = openLink(instance.app, path, { 'accept-language': language })
        for (const { method, place } of placesOf()) {
          const page = method === 'GET' ? await link.get(place) : await link.post(place, { steps: 'all' })
          expect(page.statusCode, place).toBeLessThan(500)
          expect(page.payload, place).not.toContain(CANARY)
          for (const secret of secrets.filter((one) => !place.includes(one)))
            expect(page.payload, place).not.toContain(secret)
        }
        for (const place of ['?steps=yours', '?steps=all', '/answers', '/thanks', '/finish'])
          expect((await link.get(place)).payload, place).not.toContain(CANARY)
      }
    const contact = await instance.handrail.asContact(paths[0]?.slice(3) ?? '')
    const view = JSON.stringify((await contact.invoke(readOwnGuide, {})).data)
    for (const hidden of [CANARY, ...secrets]) expect(view).not.toContain(hidden)
    expect(
      (await team.invoke(listEnrollments, {})).data.find((one) => one.id === id)?.progress_percentage,
    ).toBeLessThan(100)
  })

  test('has an address that answers like that of a step which does not exist, and takes nothing', async () => {
    const { paths } = await persons()
    const [path = ''] = paths
    const link = openLink(instance.app, path)
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const place of ['', '/pass-on'])
      for (const secret of secrets) {
        const [hidden, missing] = [
          await link.get(`/steps/${secret}${place}`),
          await link.get(`/steps/${unknown}${place}`),
        ]
        expect([hidden.statusCode, hidden.headers.location]).toEqual([missing.statusCode, missing.headers.location])
      }
    const contact = await instance.handrail.asContact(path.slice(3))
    for (const step_id of secrets) {
      const refused = { errors: { step_id: ['is not a step of this guide'] } }
      const ways = [
        contact.invoke(operations.completeOwnStep, { step_id }),
        contact.invoke(operations.submitForm, { step_id, answers: {} }),
        contact.invoke(operations.saveDraft, { step_id, answers: {} }),
        contact.invoke(operations.tickItem, { step_id, item: 0, ticked: true }),
        contact.invoke(operations.askQuestion, { step_id, body: 'What is this?' }),
        contact.invoke(operations.passOn, { step_id, participant_id: unknown }),
        contact.invoke(operations.beginUpload, { step_id, id: unknown, name: 'a.pdf', bytes: 3 }),
      ]
      for (const way of await Promise.allSettled(ways))
        expect(way.status === 'rejected' && way.reason).toMatchObject({ status: 422 })
      await expect(contact.invoke(operations.completeOwnStep, { step_id })).rejects.toMatchObject(refused)
    }
  })

  test('is in no mail to a contact or a participant', async () => {
    const { id, paths } = await persons()
    const contact = await instance.handrail.asContact(paths[0]?.slice(3) ?? '')
    await team.invoke(sendInvitation, { id })
    await team.invoke(sendReminder, { id })
    await contact.invoke(operations.completeOwnStep, { step_id: stepOf('Read this') })
    await contact.invoke(operations.askQuestion, { step_id: stepOf('Connect it'), body: 'When?' })
    await team.invoke(answerMessage, { id, body: 'Soon.' })
    const mails = (await team.invoke(listEmails, { enrollment_id: id })).data.filter((mail) => mail.contact_id !== null)
    expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['invitation', 'reminder', 'answer']))
    for (const mail of mails)
      expect(JSON.stringify((await team.invoke(getEmail, { id: mail.id })).data)).not.toContain(CANARY)
  })

  test('is in no daily mail and no look ahead to a contact or a participant, and neither is the link of another person', async () => {
    const clock = { now: new Date('2026-11-20T10:00:00.000Z') }
    const mail = { url: 'smtp://127.0.0.1:9', from: 'Handrail <no-reply@handrail.example>', send: false }
    const own = await openInstance(engine, {}, { mail, now: () => clock.now })
    const bound = await own.handrail.asSystem(own.acme.id)
    const made = await publish(bound, GUIDE_WITH_SECRETS)
    const hidden = secretSteps(made.sections)
    const { id, path } = await invite(bound, made.id)
    const email = 'second@oakline.example'
    const { data: second } = await bound.invoke(createParticipant, { id, email, first_name: 'Yuki' })
    // Everything is due on one day, also what contacts must not see.
    for (const step_id of made.sections.flatMap(({ steps }) => steps.map((step) => step.id)))
      await bound.invoke(operations.updateEnrollmentStep, { id, step_id, due_on: '2026-11-26' })
    await bound.invoke(operations.createInternalNote, { id, body: CANARY })
    const tokens = [path, new URL(second.url ?? '').pathname].map((one) => one.slice(3))
    const texts: string[] = []
    for (const day of [23, 24, 25, 26, 27]) {
      clock.now = new Date(Date.UTC(2026, 10, day, 8))
      await own.handrail.upkeep()
    }
    for (const kind of ['daily_mail', 'week_ahead'] as const)
      for (const listed of (await bound.invoke(listEmails, { kind })).data) {
        const { data } = await bound.invoke(getEmail, { id: listed.id })
        const text = JSON.stringify(data)
        texts.push(text)
        for (const secret of [CANARY, ...hidden]) expect(text).not.toContain(secret)
        const [mine = '', others = ''] = data.recipient === email ? tokens.toReversed() : tokens
        expect(text).toContain(mine)
        expect(text).not.toContain(others)
        expect(text).not.toContain('Connect it')
      }
    expect(texts.length).toBeGreaterThanOrEqual(6)
    await own.close()
  })

  test('is not in the preview of the guide as a contact', async () => {
    const preview = JSON.stringify((await team.invoke(previewGuide, { id: guide.id })).data)
    for (const hidden of [CANARY, ...secrets]) expect(preview).not.toContain(hidden)
  })
})
