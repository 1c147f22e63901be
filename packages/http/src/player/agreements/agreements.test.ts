import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { invite, openLink, publish } from '../../../test/support/player.ts'

const {
  createParticipant,
  listApprovals,
  listSubmissions,
  reviewSubmission,
  updateEnrollmentStep,
  uploadFile,
  updateWorkspace,
} = operations

const FIELDS = [
  { name: 'who', label: 'Who signs in first?', kind: 'text' as const, required: true },
  { name: 'size', label: 'How many people?', kind: 'number' as const },
]
const FINANCE = '22222222-2222-4222-8222-222222222222'
const SCOPE = `https://elsewhere.example/media/${'c'.repeat(64)}.pdf`

describe.each(ENGINES)('reviews and approvals in the player on %s', (engine) => {
  let instance: Instance
  let team: Bound
  let guide: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    instance = await openInstance(engine)
    team = await instance.handrail.asSystem(instance.acme.id)
    await team.invoke(updateWorkspace, { name: 'Acme Analytics' })
    guide = await publish(team, {
      title: 'Go live',
      roles: [{ id: FINANCE, name: 'Finance' }],
      sections: [
        {
          title: 'All',
          steps: [
            { title: 'Who may see what', type: 'form', content: { fields: FIELDS }, needs_review: true },
            { title: 'Send a sample export', type: 'file_upload', needs_review: true },
            {
              title: 'Approve the scope',
              type: 'approval',
              content: {
                markdown: 'We build **3 dashboards**.',
                documents: [{ name: 'Scope <v2>.pdf', url: SCOPE }],
              },
            },
            { title: 'Approve the price', type: 'approval', responsible: FINANCE, content: { markdown: '10,000' } },
          ],
        },
      ],
    })
  })
  afterAll(() => instance.close())

  const [form, files, scope, price] = [0, 1, 2, 3].map((at) => () => `/steps/${guide.sections[0]?.steps[at]?.id}`)
  const idOf = (place: (() => string) | undefined) => place?.().slice('/steps/'.length) ?? ''
  async function enrolled(language = 'en-GB') {
    const { id, path } = await invite(team, guide.id, { first_name: 'Ingrid', last_name: 'Halvorsen' })
    const contact = await instance.handrail.asContact(path.slice('/g/'.length))
    return { id, contact, ...openLink(instance.app, path, { 'accept-language': language }) }
  }
  async function review(id: string, place: (() => string) | undefined, given: object) {
    const { data } = await team.invoke(listSubmissions, { id, step_id: idOf(place) })
    const { id: submission_id = '', revision = 1 } = data[0] ?? {}
    await team.invoke(reviewSubmission, { id, submission_id, revision, decision: 'accept', ...given })
  }
  const at = (place: (() => string) | undefined) => place?.() ?? ''
  const uploaded = async (contact: Bound, name: string) => {
    const content = (async function* () {
      yield Buffer.from(name)
    })()
    return (await contact.invoke(uploadFile, { step_id: idOf(files), name, content })).data.id
  }

  test('a form that is sent waits for the team, and its person goes on with the next step', async () => {
    const { get, post } = await enrolled()
    expect((await get(at(form))).payload).toMatch(/<button class="go"[^>]*>Send /)
    const sent = await post(at(form), { f0: 'Charlotte', f1: '240' })
    expect(sent.headers.location).toContain(at(files))
    const page = (await get(at(form))).payload
    for (const text of ['Acme Analytics checks it.', 'Charlotte', 'Send again']) expect(page).toContain(text)
    const overview = (await get()).payload
    expect(overview).toContain('<span class="st submitted">')
    expect(overview).toMatch(/<small>Sent on \d+ \w+\. Acme Analytics checks it\.<\/small>/)
    expect(overview).toContain('0 of 4 steps done')
    expect((await get('?steps=yours')).payload).toMatch(/With Acme Analytics<\/h3>.*Who may see what/s)
  })

  test('changes that are asked for are on top and at their fields, with everything filled in', async () => {
    const { id, get, post } = await enrolled()
    await post(at(form), { f0: 'Charlotte', f1: '240' })
    await review(id, form, {
      decision: 'request_changes',
      note: 'Thank you, nearly there.',
      notes: { who: 'And if <she> is away?' },
    })
    const page = (await get(at(form))).payload
    for (const text of [
      'asks for 1 change',
      'Thank you, nearly there.',
      'And if &lt;she> is away?',
      'Everything that you sent is kept.',
      'value="Charlotte"',
    ])
      expect(page).toContain(text)
    expect((await get()).payload).toContain('Changes asked for')
    const same = await post(at(form), { f0: 'Charlotte', f1: '240' })
    expect(same.headers.location).toContain('unchanged=1')
    const asked = (await get(`${at(form)}?unchanged=1`)).payload
    expect(asked).toContain('name="sure"')
    const { data } = await team.invoke(listSubmissions, { id })
    expect(data).toHaveLength(1)
    await post(at(form), { f0: 'Charlotte', f1: '240', sure: '1' })
    await post(at(form), { f0: 'Charlotte, else Mo', f1: '240' })
    expect((await team.invoke(listSubmissions, { id })).data).toMatchObject([
      { round: 2, revision: 2, answers: { who: 'Charlotte, else Mo' } },
      { round: 1 },
    ])
  })

  test('what was accepted can be read and not changed', async () => {
    const { id, get, post } = await enrolled()
    await post(at(form), { f0: 'Charlotte', f1: '240' })
    await review(id, form, {})
    const page = (await get(at(form))).payload
    expect(page).toMatch(/Acme Analytics accepted this on .*Ask Acme Analytics if something has to change/s)
    expect(page).toContain('Charlotte')
    expect(page).not.toContain('<form class="answers"')
    const sent = await post(at(form), { f0: 'Another', f1: '1' })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringContaining(at(form))])
    expect((await get(at(form))).payload).not.toContain('Another')
    await team.invoke(updateEnrollmentStep, { id, step_id: idOf(form), done: false })
    expect((await get(at(form))).payload).toContain('<form class="answers"')
  })

  test('each file is fine or to be changed, and sending the same again is asked about once', async () => {
    const { id, contact, get, post } = await enrolled()
    const [orders, customers] = [await uploaded(contact, 'orders.csv'), await uploaded(contact, 'customers.csv')]
    expect((await get(at(files))).payload).toContain('Anything we should know?')
    await post(at(files), { comment: 'Times are in UTC' })
    await review(id, files, { decision: 'request_changes', notes: { [orders]: 'Stops at row 20,000' } })
    const page = (await get(at(files))).payload
    for (const text of ['asks for 1 change', 'Stops at row 20,000', 'Fine, ', 'Times are in UTC', 'Send again'])
      expect(page).toContain(text)
    expect((await post(at(files), { comment: '' })).headers.location).toContain('unchanged=1')
    await post(at(files), { remove: orders, sure: '1' })
    await uploaded(contact, 'orders-all.csv')
    expect((await post(at(files), { comment: '' })).headers.location).not.toContain('unchanged')
    await review(id, files, {})
    const accepted = (await get(at(files))).payload
    expect(accepted).toContain('orders-all.csv')
    expect(accepted).not.toContain('name="remove"')
    await post(at(files), { remove: customers, sure: '1' })
    expect((await get(at(files))).payload).toContain('customers.csv')
  })

  test('a text is approved by name, and the record can be printed', async () => {
    const { id, get, post } = await enrolled()
    const page = (await get(at(scope))).payload
    for (const text of [
      '<strong>3 dashboards</strong>',
      'Scope &lt;v2>.pdf',
      'Type your full name to approve',
      'Approve',
    ])
      expect(page).toContain(text)
    // Whatever the address was when it was written: the file is at this instance.
    expect(page).toContain(`href="/media/${'c'.repeat(64)}.pdf"`)
    const document = /name="document" value="(\w+)"/.exec(page)?.[1] ?? ''
    const nameless = await post(at(scope), { document, name: ' ' })
    expect([nameless.statusCode, nameless.payload]).toEqual([
      422,
      expect.stringContaining('Your full name is missing.'),
    ])
    for (const [name, reason] of [
      ['\u200b\u200d', 'cannot be seen'],
      ['\u202eEve', 'cannot be seen'],
      ['x'.repeat(5000), 'at most 200 characters'],
    ] as const) {
      const refused = await post(at(scope), { document, name })
      expect([refused.statusCode, refused.payload]).toEqual([422, expect.stringContaining(reason)])
    }
    const long = await post(at(scope), { document, note: 'x'.repeat(5001) })
    expect([long.statusCode, long.payload]).toEqual([422, expect.stringContaining('at most 5000 characters')])
    expect((await team.invoke(listApprovals, { id })).data).toEqual([])
    expect((await get(`${at(scope)}/record`)).statusCode).toBe(404)
    await post(at(scope), { document, name: 'Ingrid B. Halvorsen' })
    expect((await get(at(scope))).payload).toContain('Approved by Ingrid B. Halvorsen')
    const record = (await get(`${at(scope)}/record`)).payload
    for (const text of ['Ingrid B. Halvorsen', 'Ingrid Halvorsen', document, 'not a qualified electronic signature'])
      expect(record).toContain(text)
    const { data } = await team.invoke(listApprovals, { id })
    expect(data).toMatchObject([{ decision: 'approved', address: '127.0.0.1', document_sha256: document }])
  })

  test('an approval keeps no network address that a proxy names which the operator has not declared', async () => {
    const { id, get, post } = await enrolled()
    const document = /name="document" value="(\w+)"/.exec((await get(at(scope))).payload)?.[1] ?? ''
    await post(at(scope), { document, name: 'Ingrid Halvorsen' }, { 'x-forwarded-for': '203.0.113.99' })
    expect((await team.invoke(listApprovals, { id })).data).toMatchObject([{ decision: 'approved', address: null }])
  })

  test('changes can be asked for in place of an approval, and another text is read again first', async () => {
    const { id, get, post } = await enrolled()
    const page = (await get(`${at(scope)}?changes=1`)).payload
    const document = /name="document" value="(\w+)"/.exec(page)?.[1] ?? ''
    expect(page).toContain('What should change?')
    expect((await post(at(scope), { document, note: '' })).payload).toContain('Say what should change.')
    await post(at(scope), { document, note: 'Four <dashboards>' })
    expect((await get(at(scope))).payload).toMatch(/Ingrid Halvorsen asked for changes on .*Four &lt;dashboards>/s)
    const stale = await post(at(scope), { document: 'd'.repeat(64), name: 'Ingrid' })
    expect(stale.headers.location).toContain('text=changed')
    expect((await get(`${at(scope)}?text=changed`)).payload).toContain('Read it again before you approve it.')
    expect((await team.invoke(listApprovals, { id })).data).toMatchObject([{ decision: 'changes_requested' }])
  })

  test('the approval of another person can be read, and not given', async () => {
    const { id, get, post } = await enrolled()
    const { data } = await team.invoke(createParticipant, {
      id,
      email: `mo-${id}@example.com`,
      first_name: 'Mo',
      role_id: FINANCE,
    })
    const page = (await get(at(price))).payload
    for (const text of ['10,000', 'Mo']) expect(page).toContain(text)
    for (const text of ['Type your full name', 'name="document"', 'you may']) expect(page).not.toContain(text)
    await post(at(price), { document: 'e'.repeat(64), name: 'Ingrid' })
    expect((await team.invoke(listApprovals, { id })).data).toEqual([])
    const mo = openLink(instance.app, new URL(data.url ?? '').pathname, { 'accept-language': 'de' })
    expect((await mo.get(at(price))).payload).toContain('Geben Sie zur Freigabe Ihren vollen Namen ein')
  })
})
