import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '../../test/support/events.ts'
import { ENGINES, type Instance, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, PAYROLL, payroll, publish } from '../../test/support/player.ts'
import { itemKeys } from './steps/item-key.ts'

const {
  archiveGuide,
  deleteContact,
  deleteEnrollment,
  getContact,
  getEnrollment,
  readOwnGuide,
  setLogo,
  updateEnrollment,
  updateWorkspace,
} = operations

describe.each(ENGINES)('the player on %s', (engine) => {
  let instance: Instance
  let sample: Awaited<ReturnType<typeof payroll>>
  const step = (title: string) => `/steps/${sample.steps.find((one) => one.title === title)?.id}`
  beforeAll(async () => {
    instance = await openInstance(engine)
    sample = await payroll(instance.handrail, instance.acme.id)
  })
  afterAll(() => instance.close())

  const opened = async (headers: Record<string, string> = {}) => {
    const invited = await sample.invite()
    return { ...invited, ...openLink(instance.app, invited.path, headers) }
  }
  const types = async (id: string) => (await eventsOf(instance, id)).map(({ type }) => type)
  const detail = async (id: string) => (await sample.bound.invoke(getEnrollment, { id })).data

  const keys = itemKeys([
    'Everybody has a start date',
    'Hourly rates match the contracts',
    'Pension choices are set\nIn Larkspur: People, then Pension',
  ])
  const answers = {
    f0: 'Oakline Dental',
    f1: 'pay@oakline.example',
    f2: 'Monthly',
    f4: '24',
    f6: '+44 20 7946 0000',
    f7: 'oakline.example',
    f9: 'Two\r\nsites',
    f11: '1',
  }

  test('completes every type of step without a script', async () => {
    const { id, get, post } = await opened()
    const overview = await get()
    expect(overview.statusCode).toBe(200)
    for (const text of ['Hello Maya,', '0 of 5 steps done', 'About 22 minutes left in all', 'Oakline Dental'])
      expect(overview.payload).toContain(text)
    expect((await post(step('How the next two weeks work'))).headers.location).toContain(step('Take the tour'))
    expect((await post(step('Take the tour'))).headers.location).toContain(step('Company details'))
    expect((await post(step('Company details'), answers)).headers.location).toContain(step('Choose your benefits'))
    for (const tick of [2, 0, 1])
      expect(
        (await post(step('Check contracts and rates'), { tick: keys[tick] ?? '', ticked: '1' })).headers.location,
      ).toContain(`${step('Check contracts and rates')}#item-${tick}`)
    expect((await post(step('Check contracts and rates'))).headers.location).toContain(step('Do a test run'))
    expect((await post(step('Do a test run'))).headers.location).toMatch(/\/finish$/)
    expect((await get('/finish')).payload).toContain('All done, Maya. Thank you!')
    const unscored = await post('/finish', { comment: 'Quick & easy' })
    expect([unscored.statusCode, unscored.headers.location]).toEqual([
      303,
      expect.stringMatching(/\/finish\?refused=1$/),
    ])
    const again = (await get('/finish?refused=1')).payload
    expect(again).toContain('>Quick &amp; easy</textarea>')
    expect(again).toContain('id="score-wrong"')
    const long = 'x'.repeat(5001)
    const tooLong = await post('/finish', { score: '3', comment: long })
    expect(tooLong.headers.location).toMatch(/\/finish\?refused=1&score=3$/)
    const shortened = (await get('/finish?refused=1&score=3')).payload
    for (const text of [`>${long}</textarea>`, 'Please write at most 5000 characters.', 'value="3" required checked'])
      expect(shortened).toContain(text)
    expect(shortened).not.toContain('id="score-wrong"')
    // More than is kept.
    const longest = await post('/finish', { score: '3', comment: 'x'.repeat(20_001) })
    expect([longest.statusCode, longest.payload]).toEqual([422, expect.stringContaining('x'.repeat(20_001))])
    expect((await detail(id)).ces_score).toBeNull()
    expect((await post('/finish', { score: '6', comment: 'Fine' })).headers.location).toMatch(/\/thanks$/)
    expect((await get('/finish?refused=1')).payload).not.toContain('Quick')
    const thanks = (await get('/thanks')).payload
    expect(thanks).toContain('<strong>Jonas checks your numbers.</strong>')
    expect(thanks).toContain('Choose your benefits')
    expect(await detail(id)).toMatchObject({ status: 'completed', ces_score: 6, ces_comment: 'Fine' })
    const review = (await get('/answers')).payload
    for (const text of ['Oakline Dental', 'https://oakline.example', 'Two\nsites', 'Yes'])
      expect(review).toContain(text)
    expect((await types(id)).filter((type) => type === 'step.completed')).toHaveLength(5)
    expect((await post(step('Choose your benefits'))).statusCode).toBe(303)
    expect((await get()).payload).toContain('5 of 5 steps done')
  })

  test('a GET changes nothing: an action of the contact starts the enrollment', async () => {
    const { id, get, post } = await opened()
    for (const place of ['', step('Company details'), '/thanks', '/answers', '/finish']) await get(place)
    expect(await types(id)).toEqual(['enrollment.created'])
    expect((await detail(id)).status).toBe('invited')
    for (let turn = 0; turn < 2; turn++) expect((await post('/open')).statusCode).toBe(204)
    expect(await types(id)).toEqual(['enrollment.created', 'enrollment.started', 'guide.viewed'])
  })

  test('a step that is done on two devices, twice, or again after a lost answer, is done once', async () => {
    const { id, post } = await opened()
    const first = step('How the next two weeks work')
    const all = await Promise.all([1, 2, 3, 4].map(() => post(first)))
    for (const { statusCode, headers } of all) {
      expect(statusCode).toBe(303)
      expect(headers.location).toContain(step('Take the tour'))
    }
    expect((await post(first)).statusCode).toBe(303)
    expect((await types(id)).filter((type) => type !== 'enrollment.created')).toEqual([
      'enrollment.started',
      'guide.viewed',
      'step.completed',
      'enrollment.updated',
    ])
  })

  test("an error is shown at its field in the contact's language, and no input is lost", async () => {
    const { get, post } = await opened({ 'accept-language': 'de-DE,en;q=0.5' })
    const wrong: string[][] = [
      ['f0', 'Oakline <Dental>'],
      ['f1', 'pay@oakline'],
      ['f3', 'Monday'],
      ['f3', 'Tuesday'],
      ['f3', 'Friday'],
      ['f4', 'viele'],
      ['f5', '2026-11-01'],
      ['f6', 'keins'],
      ['f7', 'javascript:alert(1)'],
      ['f9', 'x'.repeat(201)],
    ]
    const sent = await post(step('Company details'), wrong)
    // A page with an address of its own: the browser can go back to it and reload it without sending anything again.
    const { location = '' } = sent.headers
    expect([sent.statusCode, location]).toEqual([303, expect.stringMatching(/\?refused=1$/)])
    const refused = await get(`${step('Company details')}?refused=1`)
    expect(refused.statusCode).toBe(200)
    for (const text of [
      '9 Antworten stimmen noch nicht',
      'Die Adresse hört zu früh auf. Ergänzen Sie die Endung, zum Beispiel .de',
      'Wählen Sie eine dieser Antworten.|Diese Antwort fehlt noch.',
      'Wählen Sie höchstens 2.',
      'Das ist keine Zahl.',
      'Wählen Sie Dienstag, 1. Dezember 2026 oder einen späteren Tag.',
      'Das ist keine Telefonnummer.',
      'Das ist keine Webadresse.',
      'Kürzen Sie das auf 200 Zeichen.',
      'Bitte stimmen Sie zu, um weiterzugehen.',
    ])
      expect(refused.payload).toMatch(new RegExp(text.replaceAll('.', '\\.')))
    for (const page of [refused.payload, (await get(step('Company details'))).payload]) {
      for (const typed of ['Oakline &lt;Dental>', 'pay@oakline', 'viele', 'keins']) expect(page).toContain(typed)
      expect(page.match(/ checked/g)).toHaveLength(3)
    }
  })

  test.each([
    ['de', '1.500', 1500],
    ['de', '1,5', 1.5],
    ['en', '1,500', 1500],
    ['en', '1.5', 1.5],
    ['fr', '1 500,25', 1500.25],
    ['es', '-12', -12],
  ])('reads a number in the format of %s: %s', async (language, typed, meant) => {
    const fields = [{ name: 'n', label: 'N', kind: 'number' as const, required: true }]
    const guide = await publish(sample.bound, {
      title: 'N',
      sections: [{ title: 'N', steps: [{ title: 'N', type: 'form', content: { fields } }] }],
    })
    const invited = await invite(sample.bound, guide.id)
    const { post, get } = openLink(instance.app, invited.path, { 'accept-language': language })
    const place = `/steps/${guide.sections[0]?.steps[0]?.id}`
    expect((await post(place, { f0: typed })).statusCode).toBe(303)
    const contact = await instance.handrail.asContact(invited.path.slice(3))
    const sent = Object.values((await contact.invoke(readOwnGuide, {})).data.view?.answers ?? {})
    expect(sent).toEqual([{ n: meant }])
    expect((await get(place)).payload).toContain(`value="${typed.replace(/[. ,](?=\d{3})/, '')}"`)
  })

  test('the script stores answers field by field, and gets JSON for ticks', async () => {
    const { get, post } = await opened()
    const json = { accept: 'application/json' }
    const kept = await post(step('Company details'), { f0: 'Oak', f1: 'old', draft: 'f0' }, json)
    expect(kept.statusCode).toBe(204)
    await post(step('Company details'), { f0: '', f1: 'new@', draft: 'f1' }, json)
    const page = (await get(step('Company details'))).payload
    for (const typed of ['value="Oak"', 'value="new@"']) expect(page).toContain(typed)
    expect((await post(step('Company details'), { f0: 'Later', later: '1' })).headers.location).toMatch(/\/g\/[\w-]+$/)
    expect((await get(step('Company details'))).payload).toContain('value="Later"')
    const ticked = await post(step('Check contracts and rates'), { tick: keys[1] ?? '', ticked: '1' }, json)
    expect(ticked.json()).toEqual({ ticks: [1], items: 3, count: '1 of 3 ticked', left: '2 left to tick' })
    expect((await post(step('Check contracts and rates'), { tick: '9', ticked: '1' }, json)).statusCode).toBe(409)
  })

  test("uses the contact's choice of language, else that of the browser, else that of the workspace", async () => {
    const { get, post, contact_id } = await opened({ 'accept-language': 'fr-CH, de;q=0.5' })
    const plain = openLink(instance.app, (await sample.invite()).path)
    expect((await get()).payload).toMatch(/<html lang="fr".*Bonjour Maya,/s)
    expect((await plain.get()).payload).toMatch(/<html lang="en-GB"/)
    await sample.bound.invoke(updateWorkspace, { default_language: 'es' })
    expect((await plain.get()).payload).toMatch(/<html lang="es".*Hola, Maya:/s)
    await sample.bound.invoke(updateWorkspace, { default_language: 'en' })
    const place = step('Take the tour').slice(1)
    expect((await post('/language', { language: 'de', place })).headers.location).toContain(place)
    expect((await post('/language', { language: 'de', place: '//evil.example' })).headers.location).toMatch(
      /\/g\/[\w-]+$/,
    )
    expect((await get()).payload).toContain('Hallo Maya,')
    expect((await sample.bound.invoke(getContact, { id: contact_id })).data.language).toBe('de')
  })

  test('an expired or withdrawn link explains itself, names the workspace and a way on, and keeps its address', async () => {
    const reached = 'jonas@larkspur.example'
    const expired = await opened()
    await sample.bound.invoke(updateEnrollment, { id: expired.id, status: 'expired' })
    const deleted = await opened()
    await sample.bound.invoke(deleteContact, { id: deleted.contact_id })
    const cancelled = await opened()
    await sample.bound.invoke(deleteEnrollment, { id: cancelled.id })
    for (const [link, title] of [
      [expired, 'This link has expired'],
      [deleted, 'This link is no longer in use'],
      [cancelled, 'This link is no longer in use'],
    ] as const) {
      const page = await link.get()
      expect(page.statusCode).toBe(410)
      for (const text of [title, 'Larkspur', reached]) expect(page.payload).toContain(text)
      expect(page.payload).not.toContain('payroll running')
      expect((await link.get('/answers')).statusCode).toBe(410)
      expect((await link.post(step('Take the tour'))).statusCode).toBe(410)
    }
    await sample.bound.invoke(updateEnrollment, { id: expired.id, status: 'in_progress' })
    expect((await expired.get()).statusCode).toBe(200)
    const guide = await publish(sample.bound, { ...PAYROLL, title: 'Withdrawn' })
    const { path } = await invite(sample.bound, guide.id)
    await sample.bound.invoke(archiveGuide, { id: guide.id })
    const withdrawn = await openLink(instance.app, path).get()
    expect([withdrawn.statusCode, withdrawn.payload]).toEqual([410, expect.stringContaining('no longer offered')])
  })

  test('an unknown step and an unknown link are not found', async () => {
    const { get } = await opened()
    expect((await get('/steps/nonsense')).statusCode).toBe(404)
    const pages = await Promise.all(
      ['nothing', 'x'.repeat(5000), '..%2f..', '%00'].map((token) => instance.app.inject({ url: `/g/${token}` })),
    )
    const [first] = pages
    expect(first?.payload).toContain('Page not found')
    for (const { statusCode, payload } of pages) expect([statusCode, payload]).toEqual([404, first?.payload])
  })

  test('the address is a credential: pages send no referrer and are not cacheable, and logs omit it', async () => {
    const { path, get, post } = await opened()
    const dead = await opened()
    await sample.bound.invoke(updateEnrollment, { id: dead.id, status: 'expired' })
    const answers = [
      await get(),
      await get(step('Take the tour')),
      await post('/open'),
      await post(step('Take the tour')),
      await get('/steps/none'),
      await dead.get(),
    ]
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
      })
    const { headers, payload } = await get()
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers['set-cookie']).toBeUndefined()
    expect(payload).not.toMatch(/<script(?! type="module" src="\/player\/)|style=|\son\w+=/)
    expect(instance.logged.length).toBeGreaterThan(0)
    expect(instance.logged.join()).not.toContain(path.slice(3))
  })

  test('rejects forms of other sites, and unreadable ones', async () => {
    const { get, post, path } = await opened()
    expect((await post('/open', {}, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const bad = await instance.app.inject({ method: 'POST', url: `${path}/open`, headers: type, payload: 'a=%ff' })
    expect(bad.statusCode).toBe(400)
    const large = await instance.app.inject({
      method: 'POST',
      url: `${path}/open`,
      headers: type,
      payload: `a=${'x'.repeat(1_100_000)}`,
    })
    expect(large.statusCode).toBe(413)
    const json = await instance.app.inject({ method: 'POST', url: `${path}/open`, payload: { a: 1 } })
    expect(json.statusCode).toBe(415)
    expect((await get()).statusCode).toBe(200)
  })

  test('loads content of another site only after a click, and only of that site', async () => {
    const { get } = await opened()
    for (const [title, origin, address] of [
      ['Take the tour', 'https://www.youtube-nocookie.com', 'https://www.youtube-nocookie.com/embed/abcdefghijk'],
      ['Choose your benefits', 'https://calendly.com', 'https://calendly.com/larkspur/benefits'],
    ] as const) {
      const before = await get(step(title))
      expect(before.payload).not.toContain('<iframe')
      expect(before.payload).toContain('which can then see')
      expect(before.headers['content-security-policy']).not.toContain('frame-src')
      const after = await get(`${step(title)}?show=1`)
      expect(after.headers['content-security-policy']).toContain(`frame-src ${origin};`)
      expect(after.payload).toMatch(new RegExp(`<iframe[^>]*src="${address}[^>]*sandbox="allow-scripts`))
      expect(after.payload).toContain('referrerpolicy="strict-origin"')
    }
  })

  test('shows the colour and the logo of the workspace', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8"/></svg>'
    await sample.bound.invoke(setLogo, { content: Buffer.from(svg).toString('base64') })
    await sample.bound.invoke(updateWorkspace, { colour: '#f4c430' })
    const { get } = await opened()
    const { payload } = await get()
    const [, logo = ''] = /<img class="mark" src="([^"]+)"/.exec(payload) ?? []
    const image = await instance.app.inject({ url: logo })
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    expect(payload).toContain('/brand/colours/f4c430.css')
    const style = await instance.app.inject({ url: '/brand/colours/f4c430.css' })
    expect(style.payload).toContain('--hero:rgb(244 196 48)')
    for (const other of ['/brand/colours/red.css', '/brand/colours/f4c430', logo.replace(/\w+\.svg/, 'other.svg')])
      expect((await instance.app.inject({ url: other })).statusCode).toBe(404)
    await sample.bound.invoke(updateWorkspace, { colour: null })
  })

  test('a completed step is visible in the API immediately', async () => {
    const { id, post } = await opened()
    await post(step('How the next two weeks work'))
    const { body } = await instance.call({ path: `/api/v1/enrollments/${id}` })
    expect(body.data).toMatchObject({ status: 'in_progress', progress: { completed_steps: 1, total_steps: 5 } })
  })

  test('unknown links are limited per network, known links per link', async () => {
    const own = await openInstance(engine)
    const { invite: inviteThere } = await payroll(own.handrail, own.acme.id)
    const { path } = await inviteThere()
    const guess = () => own.app.inject({ url: '/g/guess', remoteAddress: '198.51.100.7' })
    const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await guess()).statusCode))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await guess()).headers['retry-after']).toBeDefined()
    expect((await own.app.inject({ url: path, remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
    // The limit is one of each minute: where a minute ends meanwhile, those of the next one are looked at.
    const minute = () => Math.floor(Date.now() / 60_000)
    let [began, link]: [number, number[]] = [0, []]
    do {
      began = minute()
      link = await Promise.all(
        Array.from({ length: 310 }, async () => (await own.app.inject({ url: path })).statusCode),
      )
    } while (minute() !== began)
    expect(link).toContain(429)
    await own.close()
  }, 60_000)
})
