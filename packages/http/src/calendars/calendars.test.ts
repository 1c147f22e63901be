import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BareInstance, ENGINES, openBare } from '../../test/support/instance.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createParticipant,
  createUser,
  createWorkspace,
  deleteParticipant,
  getContactCalendar,
  getOwnCalendar,
  publishGuide,
  removeContactCalendar,
  removeMember,
  removeOwnCalendar,
  renewContactCalendar,
  renewOwnCalendar,
  updateEnrollment,
  updateEnrollmentStep,
} = operations

const due = (days: number) => ({ due: { days, from: 'enrolled' } })

describe.each(ENGINES)('calendars on %s', (engine) => {
  let instance: BareInstance
  let acme: Bound
  let member: Bound
  let user_id: string
  let made = 0
  beforeAll(async () => {
    instance = await openBare(engine)
    const { data } = await (await instance.handrail.asSystem()).invoke(createWorkspace, { name: 'Acme; Co' })
    acme = await instance.handrail.asSystem(data.id)
    const robin = {
      email: 'robin@example.com',
      name: 'Robin',
      role: 'editor' as const,
      password: 'correct horse battery',
    }
    user_id = (await acme.invoke(createUser, robin)).data.id
    member = await instance.handrail.asMember(data.id, user_id)
  })
  afterAll(() => instance.close())

  const fetched = async (url: string | null, headers: Record<string, string> = {}) =>
    instance.app.inject({ url: new URL(url ?? 'https://handrail.example/calendars/none.ics').pathname, headers })
  /** The summaries in a calendar. */
  const summaries = async (url: string | null) =>
    [...(await fetched(url)).body.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, text]) => text)

  /** An enrollment in a guide of both sides, whose steps all have dates. */
  async function enrolled() {
    const { data: draft } = await acme.invoke(createGuide, {
      title: 'Go live',
      target_label: 'Go-live',
      roles: [{ name: 'IT' }],
      sections: [{ title: 'One', steps: [{ title: 'A', ...due(3) }] }],
    })
    const it = draft.roles[0]?.id ?? ''
    const steps = [
      { title: 'For anyone', ...due(3) },
      { title: 'For IT', responsible: it, ...due(4) },
      { title: 'Ours', responsible: 'team', ...due(5) },
      { title: 'Only us', responsible: 'team', internal: true, ...due(6) },
      { title: 'Without a date' },
    ]
    const changed = { id: draft.id, sections: [{ title: 'One', steps }] }
    await acme.invoke(operations.updateGuide, changed)
    const { data: guide } = await acme.invoke(publishGuide, { id: draft.id })
    const { data: contact } = await acme.invoke(createContact, { email: `${++made}@example.com`, first_name: 'Ada' })
    const given = { contact_id: contact.id, guide_id: guide.id, assignee_id: user_id, target_date: '2030-12-16' }
    const { data } = await acme.invoke(createEnrollment, given)
    const ids = new Map(guide.sections.flatMap((section) => section.steps.map(({ id, title }) => [title, id])))
    return { ...data, it, ids, contact: await instance.handrail.asContact(data.access_token) }
  }

  test('of a member have the steps that the member does, and the targets of what the member looks after', async () => {
    const { id, ids } = await enrolled()
    expect((await member.invoke(getOwnCalendar, {})).data).toEqual({ url: null, renewed_at: null })
    const { url } = (await member.invoke(renewOwnCalendar, {})).data
    expect(url).toMatch(/^https:\/\/handrail\.example\/calendars\/[\w-]{40,}\.ics$/)
    expect((await member.invoke(getOwnCalendar, {})).data.url).toBe(url)
    expect(await summaries(url)).toEqual([
      'Ours (Ada\\, Go live)',
      'Only us (Ada\\, Go live)',
      'Go-live (Ada\\, Go live)',
    ])
    const { body, headers } = await fetched(url)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).toContain('NAME:Acme\\; Co\r\n')
    expect(body.replaceAll('\r\n ', '')).toContain(`/enrollments/${id}\r\n`)
    await acme.invoke(updateEnrollmentStep, { id, step_id: ids.get('Ours') ?? '', due_on: '2031-01-02' })
    expect((await fetched(url)).body).toContain('DTSTART;VALUE=DATE:20310102')
    await acme.invoke(updateEnrollment, { id, status: 'expired' })
    expect(await summaries(url)).toEqual([])
  })

  test('of contacts have their own open steps and the target, and nothing of the team', async () => {
    const { id, ids, it, contact } = await enrolled()
    const { url } = (await contact.invoke(renewContactCalendar, {})).data
    // Nobody has the role yet.
    expect(await summaries(url)).toEqual(['For anyone (Go live)', 'For IT (Go live)', 'Go-live (Go live)'])
    const person = { email: `${++made}@example.com`, first_name: 'Yuki', role_id: it }
    const { data: yuki } = await acme.invoke(createParticipant, { id, ...person })
    expect(await summaries(url)).toEqual(['For anyone (Go live)', 'Go-live (Go live)'])
    const asYuki = await instance.handrail.asContact(yuki.access_token ?? '')
    const own = (await asYuki.invoke(renewContactCalendar, {})).data.url
    expect(await summaries(own)).toEqual(['For anyone (Go live)', 'For IT (Go live)', 'Go-live (Go live)'])
    expect((await fetched(own)).body).not.toMatch(/Only us|Ours|\/g\/|URL:/)
    await contact.invoke(operations.completeOwnStep, { step_id: ids.get('For anyone') ?? '' })
    expect(await summaries(own)).toEqual(['For IT (Go live)', 'Go-live (Go live)'])
    await acme.invoke(deleteParticipant, { id, participant_id: yuki.id })
    expect((await fetched(own)).statusCode).toBe(404)
    await expect(asYuki.invoke(renewContactCalendar, {})).rejects.toMatchObject({ code: 'not_found' })
    expect((await fetched(url)).statusCode).toBe(200)
  })

  test('are fetched anew only if a date has changed', async () => {
    const { id, ids, contact } = await enrolled()
    const { url } = (await contact.invoke(renewContactCalendar, {})).data
    const { headers } = await fetched(url)
    const known = { 'if-none-match': String(headers.etag) }
    const again = await fetched(url, known)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    await acme.invoke(updateEnrollmentStep, { id, step_id: ids.get('For IT') ?? '', due_on: '2031-01-02' })
    expect((await fetched(url, known)).statusCode).toBe(200)
  })

  test('have another address after they are renewed, and none after they are switched off', async () => {
    const { contact } = await enrolled()
    const first = (await contact.invoke(renewContactCalendar, {})).data.url
    const second = (await contact.invoke(renewContactCalendar, {})).data.url
    expect([(await fetched(first)).statusCode, (await fetched(second)).statusCode]).toEqual([404, 200])
    await contact.invoke(removeContactCalendar, {})
    expect((await fetched(second)).statusCode).toBe(404)
    expect((await contact.invoke(getContactCalendar, {})).data.url).toBeNull()
    const own = (await member.invoke(renewOwnCalendar, {})).data.url
    await member.invoke(removeOwnCalendar, {})
    expect((await fetched(own)).statusCode).toBe(404)
    await expect(acme.invoke(renewOwnCalendar, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('answer an address that nobody has like one that is no calendar, and only so often', async () => {
    const answers = []
    for (let number = 0; number < 61; number++) answers.push((await fetched(null)).statusCode)
    expect([answers[0], answers.at(-1)]).toEqual([404, 429])
  })

  test('are fetched 120 times an hour at most', async () => {
    const { contact } = await enrolled()
    const { url } = (await contact.invoke(renewContactCalendar, {})).data
    for (let number = 0; number < 120; number++) expect((await fetched(url)).statusCode).toBe(200)
    const { statusCode, headers } = await fetched(url)
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('end with the membership', async () => {
    const { url } = (await member.invoke(renewOwnCalendar, {})).data
    await acme.invoke(removeMember, { user_id })
    expect((await fetched(url)).statusCode).not.toBe(200)
  })
})
