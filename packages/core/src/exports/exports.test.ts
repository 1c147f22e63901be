import { Readable } from 'node:stream'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import { addMember, PASSWORD, personOf } from '../../test/people.ts'
import { Contact } from '../contacts/contact.ts'
import { documentOf, sha256Of } from '../enrollments/approvals/document.ts'
import { readTable } from '../imports/table/read-table.ts'
import { type Bound, type InputOf, operations } from '../index.ts'
import { KEPT_TABLES } from '../tables.ts'
import { WORKSPACE_TABLES } from './content/archived.ts'

const {
  askQuestion,
  changePassword,
  checkImport,
  continueImport,
  createContact,
  createEnrollment,
  createExport,
  createGuide,
  createImport,
  createOrganisation,
  createWebhookEndpoint,
  eraseContact,
  getContact,
  listAuditEntries,
  listContacts,
  openExport,
  publishGuide,
  removeMember,
  revokeSession,
  submitForm,
  submitScore,
  updateGuide,
  uploadFile,
} = operations

type What = InputOf<typeof createExport>['export']
const ask = (bound: Bound, what: What) => bound.invoke(createExport, { export: what })

describe.each(ENGINES)('exports on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine, { imports: false })
    acme = instance.acme
  })
  afterAll(() => instance.close())

  const open = (url: string) =>
    instance.handrail
      .asVisitor('192.0.2.1')
      .invoke(openExport, { token: new URL(url).pathname.split('/').at(-1) ?? '' })
  /** The name of an export that is not read further. */
  async function nameAt(url: string): Promise<string> {
    const { name, content } = (await open(url)).data
    content.destroy()
    return name
  }
  async function download(what: What, bound = acme) {
    const { data } = await open((await ask(bound, what)).data.url)
    return { ...data, bytes: Buffer.concat((await data.content.toArray()).map((chunk) => Buffer.from(chunk))) }
  }
  /** The cells of a file, read as an import reads them. */
  async function cellsOf(bytes: Buffer): Promise<string[][]> {
    const rows: string[][] = []
    for await (const { cells } of readTable({ bytes: bytes.length, open: async () => Readable.from([bytes]) }))
      rows.push(cells)
    return rows
  }
  async function partsOf(archive: Buffer): Promise<Record<string, string>> {
    const parts: Record<string, string> = {}
    const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false })
    for await (const entry of zip.eachEntry())
      parts[entry.fileName] = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()).toString()
    return parts
  }

  /** A contact with an uploaded file and a question. */
  async function active(email: string) {
    const steps = [{ title: 'Send it', type: 'file_upload' as const }]
    const { data: guide } = await acme.invoke(createGuide, { title: 'Files', sections: [{ title: 'One', steps }] })
    await acme.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await acme.invoke(createContact, { email, first_name: 'Pia', metadata: { plan: 'pro' } })
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const me = await instance.handrail.asContact(enrollment.access_token)
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    await me.invoke(uploadFile, { step_id, name: 'plan.txt', content: Readable.from([Buffer.from('The plan')]) })
    await me.invoke(askQuestion, { body: 'Where is the door?' })
    return { contact, enrollment }
  }

  test('a CSV export contains the whole list, and formulas are escaped', async () => {
    const { data: oak } = await acme.invoke(createOrganisation, { name: '=cmd|calc' })
    for (let i = 0; i < 130; i++)
      await acme.invoke(createContact, {
        email: `c${i}@a.example`,
        first_name: i === 0 ? '+1"x, y' : `C${i}`,
        organisation_id: i < 2 ? oak.id : null,
      })
    const all = await download({ what: 'list', list: 'contacts' })
    expect([all.media_type, all.name]).toEqual(['text/csv; charset=utf-8', 'contacts-2026-11-20.csv'])
    const lines = all.bytes.toString().split('\r\n')
    expect(lines[0]).toMatch(/^\ufeffid,email,first_name,last_name,/)
    const columns = Object.keys(Contact.shape).flatMap((name) =>
      name === 'organisation_id' ? [name, 'organisation_name'] : name,
    )
    expect(lines[0]?.slice(1).split(',')).toEqual(columns)
    expect(lines.filter((line) => line.includes(`,${oak.id},'=cmd|calc,`))).toHaveLength(2)
    expect(lines).toHaveLength(132)
    expect(all.bytes.toString()).toContain(`c0@a.example,"'+1""x, y",`)
    const some = await download({ what: 'list', list: 'contacts', filters: { organisation_id: oak.id } })
    expect(some.bytes.toString().trim().split('\r\n')).toHaveLength(3)
    const idle = await download({ what: 'list', list: 'contacts', filters: { enrollment_status: 'completed' } })
    expect(idle.bytes.toString()).toBe('\ufeff')
    const organisations = await download({ what: 'list', list: 'organisations' })
    expect(organisations.bytes.toString()).toContain(",'=cmd|calc,")
    const nobodys = await download({ what: 'list', list: 'contacts' }, instance.other)
    expect(nobodys.bytes.toString()).toBe('\ufeff')
  })

  /** Two forms, the first of which was published before with another label, answered by two contacts. */
  async function answered() {
    const form = (label: string) => [
      {
        title: 'You',
        type: 'form' as const,
        content: {
          fields: [
            { name: 'size', label, kind: 'number' as const },
            { name: 'tools', label: 'Tools', kind: 'multiple_choice' as const, options: ['Slack', 'Jira'] },
          ],
        },
      },
    ]
    const { data: guide } = await acme.invoke(createGuide, {
      title: 'Kick-off',
      sections: [{ title: 'One', steps: form('Team') }],
    })
    await acme.invoke(publishGuide, { id: guide.id })
    const [section] = guide.sections
    const steps = form('Team size').map((step) => ({ id: section?.steps[0]?.id, ...step }))
    await acme.invoke(updateGuide, { id: guide.id, sections: [{ id: section?.id, title: 'One', steps }] })
    await acme.invoke(publishGuide, { id: guide.id })
    const { data: oak } = await acme.invoke(createOrganisation, { name: 'Oakline & Sons' })
    for (const first_name of ['Zoë', 'Max']) {
      const email = `${first_name === 'Max' ? 'max' : 'zoe'}@forms.example`
      const fields = { email, first_name, organisation_id: first_name === 'Max' ? null : oak.id }
      const { data: contact } = await acme.invoke(createContact, fields)
      const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
      if (first_name === 'Max') continue
      const me = await instance.handrail.asContact(data.access_token)
      const answers = { size: 12, tools: ['Slack', 'Jira'] }
      await me.invoke(submitForm, { step_id: section?.steps[0]?.id ?? '', answers })
      await me.invoke(submitScore, { score: 6, comment: '=Easy & <fast>' })
    }
    return guide
  }

  test('an export of enrollments has names beside ids, effort, comments and a column for each answer', async () => {
    const guide = await answered()
    const filters = { guide_id: guide.id }
    const { bytes } = await download({ what: 'list', list: 'enrollments', filters })
    const [header = [], ...rows] = await cellsOf(bytes)
    const valuesOf = (row: string[]) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']))
    const byName = new Map(rows.map(valuesOf).map((row) => [row.contact_name, row]))
    expect(header.slice(0, 8)).toEqual([
      ...['id', 'contact_id', 'contact_name', 'contact_email'],
      ...['guide_id', 'guide_title', 'organisation_id', 'organisation_name'],
    ])
    expect(header.slice(-2)).toEqual(['You: Team size', 'You: Tools'])
    expect(byName.get('Zoë')).toMatchObject({
      contact_email: 'zoe@forms.example',
      guide_title: 'Kick-off',
      organisation_name: 'Oakline & Sons',
      ces_score: '6',
      ces_comment: '=Easy & <fast>',
      'You: Team size': '12',
      'You: Tools': 'Slack; Jira',
    })
    expect(byName.get('Max')).toMatchObject({ organisation_name: '', 'You: Team size': '' })
    const all = await cellsOf((await download({ what: 'list', list: 'enrollments' })).bytes)
    expect(all[0]).toContain('Kick-off: You: Team size')

    const workbook = await download({ what: 'list', list: 'enrollments', filters, format: 'xlsx' })
    expect([workbook.media_type, workbook.name]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'enrollments-2026-11-20.xlsx',
    ])
    const sheet = await cellsOf(workbook.bytes)
    expect(sheet[0]).toEqual(header)
    const zoe = sheet.find((row) => row.includes('Zoë')) ?? []
    expect(zoe).toContain('=Easy & <fast>')
    // A date of the spreadsheet, in the time zone of the workspace.
    expect(zoe[header.indexOf('created_at')]).toMatch(/^2026-11-20/)
  })

  test('a list is exported as it was searched', async () => {
    for (const list of ['contacts', 'enrollments'] as const) {
      const filters = { query: 'zoe@FORMS' }
      const [, ...rows] = await cellsOf((await download({ what: 'list', list, filters })).bytes)
      expect(rows.map((row) => row.join()).filter((row) => row.includes('max@forms.example'))).toEqual([])
      expect(rows.some((row) => row.includes('zoe@forms.example'))).toBe(true)
      const blank = ask(acme, { what: 'list', list, filters: { query: '\u0301' } })
      await expect(blank).rejects.toMatchObject({ errors: { 'filters.query': [expect.any(String)] } })
    }
  })

  test('the archive of a workspace contains its files and no credentials', async () => {
    const { contact, enrollment } = await active('whole@b.example')
    const { data: endpoint } = await acme.invoke(createWebhookEndpoint, { url: 'https://a.example/', events: ['*'] })
    const { bytes } = await download({ what: 'workspace' })
    const parts = await partsOf(bytes)
    const lines = (name: string) =>
      (parts[name] ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(JSON.parse(parts['workspace.json'] ?? '')).toMatchObject({ name: 'Acme' })
    const tables = Object.keys(parts).filter((name) => name.endsWith('.jsonl'))
    const archived = ['members', ...WORKSPACE_TABLES.map(({ name }) => name)]
    expect(tables.map((name) => name.replace('.jsonl', '')).toSorted()).toEqual(archived.toSorted())
    const known = [
      'audit_entries',
      'contacts',
      'emails',
      'enrollments',
      'files',
      'form_submissions',
      'guide_versions',
      'guides',
      'media',
      'members',
      'messages',
      'organisations',
      'step_completions',
      'webhook_endpoints',
    ]
    expect(archived).toEqual(expect.arrayContaining(known))
    expect(lines('contacts.jsonl')).toContainEqual(
      expect.objectContaining({ id: contact.id, metadata: { plan: 'pro' } }),
    )
    expect(lines('enrollments.jsonl')).toContainEqual(expect.objectContaining({ id: enrollment.id }))
    expect(lines('messages.jsonl')).toMatchObject([{ body: 'Where is the door?' }])
    expect(Object.entries(parts).find(([name]) => /^files\/.*\/plan\.txt$/.test(name))?.[1]).toBe('The plan')
    const everything = Object.values(parts).join('')
    for (const secret of [enrollment.access_token, endpoint.secret, 'sealed', 'search_text'])
      expect(everything).not.toContain(secret)
    expect(parts['contacts.jsonl']).not.toContain('whole@c.example')
  })

  test('a download link ends with its session and with a change of the password', async () => {
    const { workspace_id } = acme.context.caller
    const email = 'leaving@example.com'
    await addMember(instance, email, 'admin')
    const asked = async () => {
      const user = await personOf(instance, email)
      const { id, session_id = '' } = user.context.caller
      const admin = await instance.handrail.asMember(workspace_id, id, session_id)
      return { user, session_id, url: (await ask(admin, { what: 'list', list: 'contacts' })).data.url }
    }
    const [first, second] = [await asked(), await asked()]
    expect(await nameAt(first.url)).toMatch(/^contacts/)
    await second.user.invoke(revokeSession, { id: first.session_id })
    await expect(open(first.url)).rejects.toMatchObject({ code: 'not_found' })
    expect(await nameAt(second.url)).toMatch(/^contacts/)
    const change = { current_password: PASSWORD, new_password: 'another horse battery' }
    await second.user.invoke(changePassword, change)
    await expect(open(second.url)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a download link is valid for minutes, for the requester, while the right lasts', async () => {
    const { workspace_id } = acme.context.caller
    const { id } = await addMember(instance, 'admin@example.com', 'admin')
    const admin = await instance.handrail.asMember(workspace_id, id)
    const { url } = (await ask(admin, { what: 'list', list: 'audit_entries' })).data
    expect(await nameAt(url)).toMatch(/^audit_entries/)
    const { data: entries } = await acme.invoke(listAuditEntries, {})
    expect(entries[0]).toMatchObject({ action: 'export.created', actor_id: id, details: { what: 'audit_entries' } })
    await expect(open(`${url.slice(0, -4)}AAAA`)).rejects.toMatchObject({ code: 'not_found' })
    const viewer = await instance.handrail.asMember(workspace_id, (await addMember(instance, 'viewer@example.com')).id)
    await expect(ask(viewer, { what: 'workspace' })).rejects.toMatchObject({ code: 'forbidden' })
    await acme.invoke(removeMember, { user_id: id })
    await expect(open(url)).rejects.toMatchObject({ code: 'not_found' })
    const late = (await ask(acme, { what: 'list', list: 'contacts' })).data.url
    const before = instance.clock.now
    instance.clock.now = new Date(before.getTime() + 15 * 60_000 + 1)
    await expect(open(late)).rejects.toMatchObject({ code: 'not_found' })
    instance.clock.now = before
  })

  test('the export of an import contains each row with its outcome', async () => {
    const content = 'email,first name\nzoe@d.example,Zoé\nbad@@d.example,"Bad, too"\n'
    const { data } = await acme.invoke(createImport, {
      resource: 'contacts',
      name: 'a.csv',
      content: Readable.from([Buffer.from(content)]),
    })
    await acme.invoke(continueImport, { id: data.id })
    await acme.invoke(checkImport, { id: data.id, mapping: ['email', 'first_name'] })
    await acme.invoke(continueImport, { id: data.id })
    const { bytes } = await download({ what: 'import', id: data.id })
    expect(bytes.toString().split('\r\n')).toEqual([
      '\ufeffRow,Result,Problem,email,first name',
      '2,created,,zoe@d.example,Zoé',
      '3,faulty,email is invalid,bad@@d.example,"Bad, too"',
      '',
    ])
  })

  test('a guide exported as JSON can be created again unchanged', async () => {
    const sections = [{ title: 'One', steps: [{ title: 'Read', content: { markdown: '# Hi' }, estimated_minutes: 3 }] }]
    const roles = [{ name: 'IT', description: 'Servers' }]
    const { data: guide } = await acme.invoke(createGuide, {
      title: 'Passed on',
      expires_after_days: 9,
      roles,
      sections,
    })
    const { bytes } = await download({ what: 'guide', id: guide.id })
    const { data: copy } = await instance.other.invoke(createGuide, JSON.parse(bytes.toString()))
    expect(copy).toMatchObject({
      title: 'Passed on',
      roles: guide.roles,
      sections: [{ title: 'One', steps: [{ title: 'Read', estimated_minutes: 3, responsible: 'anyone' }] }],
    })
    expect(copy.id).not.toBe(guide.id)
  })

  test('in a guide exported as JSON, dates count from the steps that they counted from, and nobody reviews yet', async () => {
    const first = '33333333-3333-4333-8333-333333333333'
    const content = { fields: [{ name: 'who', label: 'Who?', kind: 'text' as const }] }
    const own = { needs_review: true, reviewer_id: (await addMember(instance, 'reviews@e.example', 'editor')).id }
    const steps = [
      { id: first, title: 'Tell', type: 'form' as const, content, ...own },
      { title: 'Check', due: { days: 2, from: first } },
    ]
    const { data: guide } = await acme.invoke(createGuide, { title: 'Dated', sections: [{ title: 'One', steps }] })
    const { bytes } = await download({ what: 'guide', id: guide.id })
    const { data: copy } = await instance.other.invoke(createGuide, JSON.parse(bytes.toString()))
    const [tell, check] = copy.sections[0]?.steps ?? []
    expect(check?.due).toEqual({ days: 2, from: tell?.id })
    expect(tell).toMatchObject({ needs_review: true, reviewer_id: null })
    await instance.other.invoke(operations.publishGuide, { id: copy.id })
  })

  test('the data of a participant are what the person did in the enrollments of others', async () => {
    const { enrollment } = await active('primary@e.example')
    const given = { id: enrollment.id, email: 'part@e.example', first_name: 'Part' }
    const { data: participant } = await acme.invoke(operations.createParticipant, given)
    const own = await instance.handrail.asContact(participant.access_token ?? '')
    await own.invoke(operations.askQuestion, { body: 'And the window?' })
    const parts = await partsOf((await download({ what: 'contact', id: participant.contact_id })).bytes)
    const known = JSON.parse(parts['contact.json'] ?? '')
    expect(known).toMatchObject({
      email: 'part@e.example',
      enrollments: [],
      participants: [{ id: participant.id, messages: [{ body: 'And the window?' }], files: [], step_completions: [] }],
    })
    expect(parts['contact.json']).not.toContain('Where is the door?')
    expect(parts['contact.json']).not.toMatch(/token/)
    expect(Object.values(parts)).not.toContain('The plan')
  })

  test('the data of a participant have what the person approved and sent to be reviewed, and nothing of the others', async () => {
    const title = 'Approve the scope'
    const text = { markdown: 'We build it.' }
    const answers = { fields: [{ name: 'who', label: 'Who', kind: 'text' as const }] }
    const steps = [
      { title, type: 'approval' as const, content: text },
      { title: 'Tell', type: 'form' as const, content: answers, needs_review: true },
      { title: 'Read' },
    ]
    const { data: guide } = await acme.invoke(createGuide, { title: 'Agreed', sections: [{ title: 'One', steps }] })
    await acme.invoke(operations.publishGuide, { id: guide.id })
    const [approve = '', tell = '', readStep = ''] = guide.sections[0]?.steps.map(({ id }) => id) ?? []
    const { data: contact } = await acme.invoke(createContact, { email: 'first@e.example', first_name: 'First' })
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const given = { id: enrollment.id, email: 'second@e.example', first_name: 'Second' }
    const { data: participant } = await acme.invoke(operations.createParticipant, given)
    const first = await instance.handrail.asContact(enrollment.access_token)
    const second = await instance.handrail.asContact(participant.access_token ?? '')
    const document_sha256 = sha256Of(documentOf({ title, content: text }))
    const decision = { step_id: approve, document_sha256, address: '192.0.2.7' }
    await first.invoke(operations.askForApprovalChanges, { ...decision, note: 'Not yet' })
    await second.invoke(operations.giveApproval, { ...decision, name: 'Second Person' })
    await second.invoke(operations.submitForm, { step_id: tell, answers: { who: 'Kim' } })
    await first.invoke(operations.completeOwnStep, { step_id: readStep })
    const parts = await partsOf((await download({ what: 'contact', id: participant.contact_id })).bytes)
    const [known] = JSON.parse(parts['contact.json'] ?? '').participants
    expect(known).toMatchObject({
      approvals: [{ signed_name: 'Second Person' }],
      submissions: [{ answers: { who: 'Kim' } }],
      step_completions: [{ step_id: approve }],
    })
    expect(parts['contact.json']).not.toContain('Not yet')
  })

  test('the data of a contact leave out internal steps, and how the team plans its work', async () => {
    const steps = [{ title: 'Read' }, { title: 'Check', responsible: 'team', internal: true }]
    const { data } = await acme.invoke(createGuide, { title: 'Ours', sections: [{ title: 'One', steps }] })
    const guide = (await acme.invoke(publishGuide, { id: data.id })).data
    const [read = '', check = ''] = guide.sections[0]?.steps.map(({ id }) => id) ?? []
    const { data: contact } = await acme.invoke(createContact, { email: 'seen@e.example', first_name: 'Sean' })
    const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    for (const step_id of [read, check]) await acme.invoke(operations.completeStep, { id: enrollment.id, step_id })
    const parts = await partsOf((await download({ what: 'contact', id: contact.id })).bytes)
    const known = JSON.parse(parts['contact.json'] ?? '')
    expect(known.enrollments[0].step_completions).toMatchObject([{ step_id: read }])
    expect(known.enrollments[0]).not.toHaveProperty('enrollment_steps')
    expect(parts['contact.json']).not.toContain(check)
    await acme.invoke(eraseContact, { id: contact.id })
  })

  test('all data of a contact can be exported, and permanently erased', async () => {
    const { contact, enrollment } = await active('gone@e.example')
    const parts = await partsOf((await download({ what: 'contact', id: contact.id })).bytes)
    const known = JSON.parse(parts['contact.json'] ?? '')
    expect(known).toMatchObject({
      email: 'gone@e.example',
      enrollments: [{ messages: [{ body: 'Where is the door?' }] }],
      emails: [],
    })
    const own = ['files', 'form_submissions', 'messages', 'step_completions', 'step_drafts']
    expect(Object.keys(known.enrollments[0])).toEqual(expect.arrayContaining(own))
    expect(Object.values(parts)).toContain('The plan')
    expect(parts['contact.json']).not.toContain(enrollment.access_token)
    await expect(instance.other.invoke(eraseContact, { id: contact.id })).rejects.toMatchObject({ code: 'not_found' })
    await acme.invoke(eraseContact, { id: contact.id })
    await expect(acme.invoke(getContact, { id: contact.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.handrail.asContact(enrollment.access_token)).rejects.toMatchObject({ code: 'not_found' })
    const everything = await instance.handrail.database.read(async ({ db, tables: t }) => {
      const kept = []
      for (const [name] of KEPT_TABLES) {
        const table: PgTable = t[name]
        kept.push(...(await db.select().from(table)))
      }
      return JSON.stringify(kept)
    })
    for (const trace of ['gone@e.example', enrollment.id]) expect(everything).not.toContain(trace)
    const last = (await eventsOf(instance, acme)).at(-1)
    expect(last).toMatchObject({ type: 'contact.deleted', data: { id: contact.id, email: 'erased@erased.invalid' } })
    const { data: noted } = await acme.invoke(listAuditEntries, {})
    expect(noted[0]).toMatchObject({ action: 'contact.erased', subject_id: contact.id })
    expect((await acme.invoke(listContacts, { email: 'gone@e.example' })).data).toEqual([])
  })

  test.each<What>([{ what: 'workspace' }, { what: 'list', list: 'organisations', filters: {} }])(
    'many concurrent exports of a workspace do not delay other workspaces: $what',
    async (what) => {
      const { other } = instance
      for (const bound of [acme, other])
        for (let i = 0; i < 1500; i += 50)
          await Promise.all(
            Array.from({ length: 50 }, (_, j) =>
              bound.invoke(createOrganisation, { name: `Of many ${bound === acme ? 'a' : 'b'} ${i + j}` }),
            ),
          )
      const ended: string[] = []
      const take = async (bound: Bound, name: string) => {
        await download(what, bound)
        ended.push(name)
      }
      const many = Array.from({ length: 3 }, () => take(acme, 'one of many'))
      await Promise.all([...many, take(other, 'alone')])
      expect(ended[0]).toBe('alone')
    },
    120_000,
  )
})
