import { operations } from '@handrail/core'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { invite, openLink, publish, type WrittenGuide } from '../../../test/support/player.ts'

const {
  changeGuideDraft,
  createContact,
  createOrganisation,
  createParticipant,
  deleteContact,
  deleteParticipant,
  listParticipants,
  publishGuide,
  updateGuide,
  updateWorkspace,
} = operations

const FORM = {
  fields: ['company', 'city'].map((name) => ({ name, label: name, kind: 'text' as const, required: true })),
}
/** An answer without what differs between two requests of the same kind. */
function plain({ statusCode, headers, payload }: LightMyRequestResponse, email: string, path: string): string {
  const { date, 'x-request-id': _id, 'content-length': _length, ...others } = headers
  return `${statusCode} ${JSON.stringify(others)} ${payload}`
    .replaceAll(email, 'EMAIL')
    .replaceAll(path, 'PATH')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/nonce-?="?[\w+/=-]+/g, 'NONCE')
}

const GUIDE: WrittenGuide = {
  title: 'Go live',
  roles: [{ name: 'IT' }, { name: 'Finance', description: 'Pays' }],
  sections: [
    {
      title: 'All',
      steps: [{ title: 'Connect' }, { title: 'Pay' }, { title: 'Tell', type: 'form', content: FORM }],
    },
  ],
}

describe.each(ENGINES)('several people in the player on %s', (engine) => {
  let instance: Instance
  let bound: Awaited<ReturnType<Instance['handrail']['asSystem']>>
  let guide: Awaited<ReturnType<typeof publish>>
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    bound = await instance.handrail.asSystem(instance.acme.id)
    await bound.invoke(updateWorkspace, { reply_to: 'team@acme.example' })
    guide = await published()
  })
  afterAll(() => instance.close())

  /** A guide whose first step is for IT, and whose second one is for Finance. */
  async function published() {
    const made = await publish(bound, GUIDE)
    const steps = made.sections[0]?.steps ?? []
    const changes = [0, 1].map((at) => ({
      action: 'set_step' as const,
      id: steps[at]?.id ?? '',
      responsible: made.roles[at]?.id ?? '',
    }))
    await bound.invoke(changeGuideDraft, { id: made.id, changes })
    return (await bound.invoke(publishGuide, { id: made.id })).data
  }

  const address = () => `pp${++people}@example.com`
  const placeOf = (title: string) => `/steps/${guide.sections[0]?.steps.find((one) => one.title === title)?.id}`
  const roleOf = (name: string) => guide.roles.find((role) => role.name === name)?.id ?? ''
  const open = (path: string, headers = {}) => openLink(instance.app, path, headers)
  const english = { 'accept-language': 'en-GB' }
  /** Ingrid, the primary contact. */
  async function enrolled(guide_id = guide.id) {
    const invited = await invite(bound, guide_id, { first_name: 'Ingrid', last_name: 'Halvorsen' })
    return { ...invited, ...open(invited.path, english) }
  }
  async function added(id: string, first_name: string, role?: string) {
    const given = { id, email: address(), first_name, ...(role && { role_id: roleOf(role) }) }
    const { data } = await bound.invoke(createParticipant, given)
    return { ...data, ...open(new URL(data.url ?? '').pathname, english) }
  }
  const linkOf = async (id: string, email: string) => {
    const found = (await bound.invoke(listParticipants, { id })).data.find((one) => one.email === email)
    return { id: found?.id ?? '', ...open(new URL(found?.url ?? '').pathname, english) }
  }

  test('the next step is the next of the reader, and steps say whose they are and who did them', async () => {
    const ingrid = await enrolled()
    const alone = (await ingrid.get()).payload
    for (const text of ['For whoever looks after IT', 'Is that somebody else?', 'Who takes part', 'Yours</a>'])
      expect(alone.replaceAll(/ \d+<\/a>/g, '</a>')).toContain(text)
    const yuki = await added(ingrid.id, 'Yuki', 'IT')
    const tom = await added(ingrid.id, 'Tom')
    const hers = (await yuki.get()).payload
    expect(hers).toMatch(/<div class="nextup">.*Your next step.*Connect<\/h2>/s)
    expect(hers).toContain('<b class="you">You</b> Read')
    expect(hers).toContain('For whoever looks after Finance')
    expect(hers).not.toContain('Is that somebody else?')
    expect((await tom.get()).payload).toMatch(/<div class="nextup">.*Tell<\/h2>/s)
    expect((await ingrid.get()).payload).toMatch(/<div class="nextup">.*Pay<\/h2>/s)
    expect((await ingrid.get()).payload).toContain('Yuki · Read')
    const { location } = (await yuki.post(placeOf('Connect'))).headers
    expect(location).toContain(placeOf('Tell'))
    expect((await yuki.get()).payload).toMatch(/You, \d+ \w+/)
    expect((await ingrid.get()).payload).toMatch(/Yuki, \d+ \w+/)
    await tom.post(placeOf('Tell'), { f0: 'Northwind', f1: 'Oslo' })
    const waiting = (await yuki.get()).payload
    expect(waiting).toContain('Nothing for you now')
    expect(waiting).toContain('Ingrid is next.')
    await bound.invoke(deleteContact, { id: yuki.contact_id })
    expect((await ingrid.get()).payload).toMatch(/A former participant, \d+ \w+/)
  })

  test('the choice of own steps is in the address, by what is to do and what is done', async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki', 'IT')
    const yours = (await yuki.get('?steps=yours')).payload
    expect(yours).toMatch(/aria-current="true">Yours 2</)
    expect(yours).toMatch(/Everybody’s 3</)
    expect(yours).not.toContain(placeOf('Pay'))
    await yuki.post(placeOf('Connect'))
    expect((await yuki.get('?steps=yours')).payload).toMatch(/Done<\/h3>.*Connect/s)
    const all = (await yuki.get('?steps=nonsense')).payload
    expect(all).toMatch(/aria-current="true">Everybody’s 3</)
    expect(all).toContain(placeOf('Pay'))
  })

  test("a step of another can be read and done, says whose it is, and isn't passed on by the reader", async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki', 'IT')
    const page = (await ingrid.get(placeOf('Connect'))).payload
    for (const text of ['Yuki does this', 'class="hasfoot others"', 'You can also do it']) expect(page).toContain(text)
    expect(page).not.toContain('pass-on')
    expect((await ingrid.get(`${placeOf('Connect')}/pass-on`)).statusCode).toBe(303)
    expect((await yuki.get(placeOf('Connect'))).payload).toContain('because you look after IT')
    expect((await yuki.get(placeOf('Tell'))).payload).toContain('Anyone of you can do this')
    expect((await ingrid.post(placeOf('Connect'))).statusCode).toBe(303)
    expect((await yuki.get()).payload).toMatch(/Ingrid, \d+ \w+/)
  })

  test('a colleague is invited in the name of the reader, who can take it back until the colleague starts', async () => {
    const ingrid = await enrolled()
    const email = address()
    const sent = await ingrid.post('/invite', { name: 'Tomasz Wiśniewski', email, role: roleOf('Finance') })
    expect(sent.statusCode).toBe(303)
    const told = (await ingrid.get(`?${sent.headers.location?.split('?')[1]}`)).payload
    for (const text of ['Tomasz is invited', 'Finance · Invited, has not started yet', 'Take it back'])
      expect(told).toContain(text)
    const tomasz = await linkOf(ingrid.id, email)
    expect((await tomasz.get()).payload).toContain('Ingrid Halvorsen invited you.')
    expect(told).not.toContain(email)
    const { location } = (await ingrid.post('/withdraw', { participant_id: tomasz.id })).headers
    expect(location).toMatch(/\?back=1$/)
    const gone = await tomasz.get()
    expect(gone.statusCode).toBe(410)
    for (const text of ['You no longer take part here', 'team@acme.example']) expect(gone.payload).toContain(text)

    const again = address()
    await ingrid.post('/invite', { name: 'Tomasz', email: again })
    const second = await linkOf(ingrid.id, again)
    await second.post('/open')
    expect((await second.get()).payload).not.toContain('invited you.')
    expect((await ingrid.get()).payload).not.toContain('Take it back')
    expect((await ingrid.post('/withdraw', { participant_id: second.id })).headers.location).toMatch(/\?back=0$/)
  })

  test('mistakes are shown at their field, with what was typed, and nobody is invited', async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki', 'IT')
    const long = 'x'.repeat(900)
    for (const [given, text] of [
      [{ name: '', email: 'tom@example.com' }, 'id="name-wrong"'],
      [{ name: 'Tom', email: '' }, 'id="email-wrong"'],
      [{ name: 'Tom', email: 'tom' }, 'This is not an e-mail address.'],
      [{ name: 'Tom', email: `${long}@example.com` }, 'Please write at most 254 characters.'],
      [{ name: long, email: 'tom@example.com' }, 'Please write at most 100 characters.'],
      [{ name: 'Tom', email: yuki.email }, 'takes part already'],
      [{ name: 'Tom', email: address(), role: ingrid.id }, 'Something has changed meanwhile'],
    ] as const) {
      const page = await ingrid.post('/invite', given)
      expect([page.statusCode, page.payload]).toEqual([422, expect.stringContaining(text)])
      if (given.name) expect(page.payload).toContain(`value="${given.name}"`)
      if (given.email) expect(page.payload).toContain(`value="${given.email}"`)
    }
    expect((await bound.invoke(listParticipants, { id: ingrid.id })).data).toHaveLength(1)
    for (let number = 0; number < 5; number++)
      expect((await ingrid.post('/invite', { name: 'A', email: address() })).statusCode).toBe(303)
    const sixth = await ingrid.post('/invite', { name: 'Sixth', email: address() })
    expect([sixth.statusCode, sixth.payload]).toEqual([429, expect.stringContaining('Invite the next one tomorrow')])
  })

  test('an invitation and a step passed on are answered alike whoever has the address', async () => {
    const [near, far] = [
      await bound.invoke(createOrganisation, { name: 'Near' }),
      await bound.invoke(createOrganisation, { name: 'Far' }),
    ]
    const contactOf = async (organisation_id: string | null) => {
      const fields = { email: address(), first_name: 'Secret', last_name: 'Realname', organisation_id }
      return (await bound.invoke(createContact, fields)).data.email
    }
    const kinds = {
      nobody: () => Promise.resolve(address()),
      colleague: () => contactOf(near.data.id),
      'of another customer': () => contactOf(far.data.id),
      'without organisation': () => contactOf(null),
    }
    const answers = await Promise.all(
      Object.values(kinds).map(async (emailOf) => {
        const ingrid = await enrolled()
        const { contact_id } = (await bound.invoke(operations.getEnrollment, { id: ingrid.id })).data
        await bound.invoke(operations.updateContact, { id: contact_id, organisation_id: near.data.id })
        const [email, second] = [await emailOf(), await emailOf()]
        const invited = await ingrid.post('/invite', { name: 'Tom Typed', email, role: roleOf('Finance') })
        const passed = await ingrid.post(`${placeOf('Connect')}/pass-on`, {
          what: 'step',
          name: 'Ann Typed',
          email: second,
        })
        const pages = [
          invited,
          passed,
          await ingrid.get(`?${invited.headers.location?.split('?')[1]}`),
          await ingrid.get(placeOf('Connect')),
          await ingrid.get(placeOf('Pay')),
          await ingrid.get('/invite'),
          await ingrid.post('/invite', { name: 'Tom', email }),
        ]
        return pages.map((page) => plain(page, email, ingrid.path))
      }),
    )
    expect(answers[0]?.join()).toMatch(/Tom Typed/)
    expect(answers.join()).not.toMatch(/Secret|Realname/)
    for (const other of answers.slice(1)) expect(other).toEqual(answers[0])
  })

  test('a role, or one step alone, is passed on to a new colleague or to somebody who takes part', async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki', 'IT')
    const pass = `${placeOf('Pay')}/pass-on`
    const page = (await ingrid.get(pass)).payload
    for (const text of ['Everything for Finance', '1 step to do', 'This step only', 'Yuki'])
      expect(page).toContain(text)
    const refused = await ingrid.post(pass, { what: 'role', to: yuki.id })
    expect([refused.statusCode, refused.payload]).toEqual([422, expect.stringContaining('Yuki has a role already')])
    const missing = await ingrid.post(pass, { what: 'step', to: '', name: 'Tom', email: '' })
    expect(missing.payload).toMatch(/value="step" checked|checked[^>]*value="step"/)
    expect((await ingrid.post(pass, { what: 'step', to: yuki.id })).headers.location).toMatch(/\?passed=[\w-]+$/)
    expect((await yuki.get(placeOf('Pay'))).payload).toContain('Ingrid passed this on to you')
    expect((await ingrid.get(placeOf('Pay'))).payload).toContain('You passed this on to Yuki.')
    await ingrid.post(`${placeOf('Pay')}/take-back`, { what: 'step' })
    expect((await ingrid.get(placeOf('Pay'))).payload).toContain('For whoever looks after Finance')

    const email = address()
    const sent = await ingrid.post(pass, { what: 'role', to: '', name: 'Tom', email })
    expect(sent.headers.location).toMatch(/\?invited=/)
    const tom = await linkOf(ingrid.id, email)
    expect((await tom.get()).payload).toMatch(/<div class="nextup">.*Pay<\/h2>/s)
    expect((await ingrid.get(placeOf('Pay'))).payload).toContain('Tom does this')
    await tom.post(placeOf('Pay'))
    expect((await ingrid.post(`${placeOf('Pay')}/take-back`, { what: 'role' })).headers.location).toMatch(/\?back=0$/)
  })

  test('nobody is invited where the guide forbids it', async () => {
    const other = await published()
    await bound.invoke(updateGuide, { id: other.id, participants_may_invite: false })
    await bound.invoke(publishGuide, { id: other.id })
    const ingrid = await enrolled(other.id)
    const page = (await ingrid.get()).payload
    expect(page).toContain('Who takes part')
    for (const text of ['/invite', 'pass-on', 'Is that somebody else?']) expect(page).not.toContain(text)
    expect((await ingrid.get('/invite')).statusCode).toBe(303)
    await ingrid.post('/invite', { name: 'Tom', email: address() })
    expect((await bound.invoke(listParticipants, { id: ingrid.id })).data).toEqual([])
  })

  test('who sends a form after another person is told so, also after a mistake, and keeps the own answers', async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki')
    const seenIn = (page: string) => /name="seen" value="([^"]*)"/.exec(page)?.[1]
    const form = placeOf('Tell')
    await ingrid.post(form, { f0: 'Northwind', f1: 'Oslo', seen: seenIn((await ingrid.get(form)).payload) ?? '' })
    const [hers, his] = [(await ingrid.get(form)).payload, (await yuki.get(form)).payload].map(seenIn)
    expect(hers).not.toBe('')
    await ingrid.post(form, { f0: 'Northwind AS', f1: 'Bergen', seen: hers ?? '' })
    const wrong = await yuki.post(form, { f0: 'Northwind Ltd', f1: '', seen: his ?? '' })
    const { location = '' } = wrong.headers
    const again = (await yuki.get(location.slice(location.indexOf('/steps')))).payload
    expect(seenIn(again)).toBe(his)
    const sent = await yuki.post(form, { f0: 'Northwind Ltd', f1: 'Oslo', seen: his ?? '' })
    const next = sent.headers.location ?? ''
    expect(next).toContain('by=primary&yours=1&theirs=1')
    const told = (await yuki.get(next.replace(/^\/g\/[\w-]+/, ''))).payload
    expect(told).toContain('Ingrid changed 2 answers meanwhile.')
    const kept = (await yuki.get('/answers')).payload
    for (const text of ['Northwind Ltd', 'Bergen']) expect(kept).toContain(text)
    expect((await yuki.get('?by=nobody&form=x&yours=9999&theirs=-1')).payload).not.toContain('meanwhile')
  })

  test('messages say who wrote, and unsent ones are of each person', async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki')
    await ingrid.post('/ask', { body: 'From Ingrid' })
    await yuki.post('/ask', { body: 'x'.repeat(5001) })
    const hers = (await yuki.get('/ask')).payload
    expect(hers).toMatch(/class="peer">.*Ingrid Halvorsen.*From Ingrid/s)
    expect(hers).not.toContain('>You<')
    expect((await ingrid.get('/ask')).payload).toMatch(/class="own">.*You<.*From Ingrid/s)
    expect((await ingrid.get('/ask')).payload).not.toContain('xxxx')
    expect(hers).toContain('xxxx')
  })

  test('the link of a removed participant names a person and a way on', async () => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki')
    await bound.invoke(deleteParticipant, { id: ingrid.id, participant_id: yuki.id })
    for (const place of ['', placeOf('Pay'), '/invite', '/ask']) {
      const page = await yuki.get(place)
      expect(page.statusCode).toBe(410)
      for (const text of ['You no longer take part here', 'mailto:team%40acme.example'])
        expect(page.payload).toContain(text)
      expect(page.payload).not.toContain('Ingrid')
    }
    expect((await yuki.post('/invite', { name: 'Tom', email: address() })).statusCode).toBe(410)
  })

  test.each(['de', 'es', 'fr'])('all of it is in %s', async (language) => {
    const ingrid = await enrolled()
    const yuki = await added(ingrid.id, 'Yuki', 'IT')
    const link = open(ingrid.path, { 'accept-language': language })
    for (const place of ['', '?steps=yours', placeOf('Connect'), '/invite', `${placeOf('Pay')}/pass-on`]) {
      const page = (await link.get(place)).payload
      for (const text of ['Who takes part', 'Pass it on', 'Invite a colleague', 'does this', 'Yours', 'Everything for'])
        expect(page).not.toContain(text)
    }
    expect(yuki.url).not.toBeNull()
  })
})
