import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventTypesOf, type Instance, openInstance, publishedGuide, SECRET } from '../../test/instance.ts'
import { noteStatements } from '../../test/plans/statements.ts'
import { type Bound, createHandrail, operations } from '../index.ts'

const {
  checkImport,
  continueImport,
  createContact,
  createEnrollment,
  createGuide,
  createImport,
  createOrganisation,
  createWorkspace,
  discardImport,
  getContact,
  getImport,
  listAuditEntries,
  listContacts,
  listEmails,
  listEnrollments,
  listImportRows,
  listOrganisations,
  runImport,
  undoImport,
  updateContact,
  updateEnrollment,
} = operations

const HEAD = 'E-mail;Vorname;Nachname;Firma;CRM id;Plan\n'
const MAPPING = ['email', 'first_name', 'last_name', 'organisation', 'external_id', 'metadata.plan']

const begin = async (bound: Bound, content: string | Buffer, resource: 'contacts' | 'organisations' = 'contacts') =>
  (
    await bound.invoke(createImport, {
      resource,
      name: 'customers.csv',
      content: Readable.from([Buffer.from(content)]),
    })
  ).data

/** Runs the work until nothing is under way. */
async function finish(bound: Bound, id: string) {
  for (;;) {
    const { data } = await bound.invoke(continueImport, { id })
    if (!data.status.endsWith('ing')) return data
  }
}

async function checked(
  bound: Bound,
  content: string,
  mapping = MAPPING,
  resource: 'contacts' | 'organisations' = 'contacts',
) {
  const { id } = await begin(bound, content, resource)
  await finish(bound, id)
  await bound.invoke(checkImport, { id, mapping })
  return finish(bound, id)
}

async function imported(
  bound: Bound,
  content: string,
  mapping = MAPPING,
  resource: 'contacts' | 'organisations' = 'contacts',
) {
  const { id } = await checked(bound, content, mapping, resource)
  await bound.invoke(runImport, { id })
  return finish(bound, id)
}

describe.each(ENGINES)('imports on %s', (engine) => {
  let notes: ReturnType<typeof noteStatements>
  let instance: Instance
  beforeAll(async () => {
    notes = noteStatements(engine, 'with changes')
    instance = await openInstance(engine, { imports: false })
  })
  afterAll(async () => {
    notes.stop()
    await instance.close()
  })

  const find = async (email: string, bound = instance.acme) => (await bound.invoke(listContacts, { email })).data[0]
  const rows = async (id: string, fate?: 'faulty' | 'left' | 'updated' | 'created') =>
    (await instance.acme.invoke(listImportRows, { id, fate })).data

  test('columns are mapped by their usual names, each with an example', async () => {
    const { id, columns } = await begin(instance.acme, `${HEAD};Zoé;;;;\nzoe@a.example;Zoé;Baker;Oak;C-1;Team\n`)
    expect(columns.map(({ name, suggestion }) => [name, suggestion])).toEqual([
      ['E-mail', 'email'],
      ['Vorname', 'first_name'],
      ['Nachname', 'last_name'],
      ['Firma', 'organisation'],
      ['CRM id', 'external_id'],
      ['Plan', 'metadata.plan'],
    ])
    expect(columns[0]?.example).toBe('zoe@a.example')
    expect(await finish(instance.acme, id)).toMatchObject({ status: 'read', rows: 2 })
    await instance.acme.invoke(discardImport, { id })
  })

  test('new records that follow each other are written together, each with its event, in the order of the file', async () => {
    const { acme } = instance
    const names = Array.from({ length: 60 }, (_, number) => `t${number}@together.example`)
    // One that exists is updated between them.
    await acme.invoke(createContact, { email: names[30] ?? '', first_name: 'Before' })
    const lines = names.map((email, number) => `${email},First ${number}\n`).join('')
    const { id } = await checked(acme, `email,first name\n${lines}`, ['email', 'first_name'])
    notes.take()
    await acme.invoke(runImport, { id })
    expect(await finish(acme, id)).toMatchObject({ created: 59, updated: 1, faulty: 0 })
    const looked = notes.take().filter(({ sql }) => /\bwebhook_subscriptions\b/i.test(sql))
    // For a group before the update, the update and a group after it: not for each row.
    expect(looked.length).toBeGreaterThan(0)
    expect(looked.length).toBeLessThan(10)
    const done = await rows(id)
    const events = await instance.handrail.database.read(({ db, tables: { events: t } }) =>
      db.select({ type: t.type, data: t.data }).from(t).orderBy(t.id),
    )
    const told = events
      .map(({ type, data }) => [type, JSON.parse(data).email])
      .filter(([, email]) => names.includes(email))
    expect(told.slice(1)).toEqual(names.map((email, at) => [at === 30 ? 'contact.updated' : 'contact.created', email]))
    for (const { record_id, number } of done) {
      const { data } = await acme.invoke(getContact, { id: record_id ?? '' })
      expect([data.email, data.first_name]).toEqual([names[number - 2], `First ${number - 2}`])
    }
    await acme.invoke(undoImport, { id })
    expect(await finish(acme, id)).toMatchObject({ status: 'undone', undone: 60, left: 0 })
    const { data: noted } = await acme.invoke(listAuditEntries, { action: 'import.undone' })
    expect(noted).toMatchObject([{ subject_type: 'import', subject_id: id, details: { file: 'customers.csv' } }])
  })

  test('whole names are split, an e-mail address alone is enough, and other columns become metadata', async () => {
    const { acme } = instance
    const { id, columns } = await begin(
      acme,
      'Name,Email,Plan size,plan.size,Empty\nMaya Osei,maya@n.example,Pro,1,\n,jo.van-berg@n.example,Solo,2,\n',
    )
    const mapping = columns.map(({ suggestion }) => suggestion)
    // Two columns cannot have one name, and one without values is left out.
    expect(mapping).toEqual(['full_name', 'email', 'metadata.plan size', '', ''])
    await finish(acme, id)
    await acme.invoke(checkImport, { id, mapping })
    expect(await finish(acme, id)).toMatchObject({ created: 2, faulty: 0 })
    await acme.invoke(runImport, { id })
    await finish(acme, id)
    expect(await find('maya@n.example')).toMatchObject({
      ...{ first_name: 'Maya', last_name: 'Osei', metadata: { 'plan size': 'Pro' } },
    })
    expect(await find('jo.van-berg@n.example')).toMatchObject({ first_name: 'Jo', last_name: 'Van Berg' })
    // A row without a name does not change that of an existing contact, and a corrected order of names does.
    const again = await begin(acme, 'Name,Email\n,maya@n.example\nBerg Jo,jo.van-berg@n.example\n')
    await finish(acme, again.id)
    await acme.invoke(checkImport, { id: again.id, mapping: ['last_first_name', 'email'] })
    expect(await finish(acme, again.id)).toMatchObject({ created: 0, updated: 1, unchanged: 1, faulty: 0 })
    await acme.invoke(runImport, { id: again.id })
    await finish(acme, again.id)
    expect(await find('maya@n.example')).toMatchObject({ first_name: 'Maya', last_name: 'Osei' })
    expect(await find('jo.van-berg@n.example')).toMatchObject({ first_name: 'Jo', last_name: 'Berg' })
  })

  test('beside a column of first names, Name is that of last names', async () => {
    const { columns } = await begin(instance.acme, 'Name,Vorname,Email\nOsei,Maya,m@n.example\n')
    expect(columns.map(({ suggestion }) => suggestion)).toEqual(['last_name', 'first_name', 'email'])
  })

  test('a row whose name has characters that cannot be seen is refused with the reason, and the others are not', async () => {
    const { id, ...counts } = await checked(
      instance.acme,
      `${HEAD}unseen@b.example;zero\u200bwidth;;;;\nturned@b.example;Pia;\u202eRoth;;;\nseen@b.example;Pia;Roth;;;\n`,
    )
    expect(counts).toMatchObject({ created: 1, faulty: 2 })
    const faults = (await rows(id, 'faulty')).map(({ number, faults: [fault] }) => [number, fault?.column, fault?.text])
    expect(faults).toEqual([
      [2, 1, 'contains characters that cannot be seen'],
      [3, 2, 'contains characters that cannot be seen'],
    ])
  })

  test('checking an import reports the outcome of each row and changes nothing', async () => {
    await instance.acme.invoke(createContact, { email: 'here@b.example', first_name: 'Here', external_id: 'B-1' })
    const { id, ...counts } = await checked(
      instance.acme,
      `${HEAD}new@b.example;New;;;;\nhere@b.example;There;;;;\nhere2@b.example;Here;;;B-1;\njo@@b.example;Jo;;;;\nno-name@b.example;;;;;\nNEW@b.example;Again;;;;\nlong@b.example;L;;;;;too;many\n`,
    )
    expect(counts).toMatchObject({ status: 'checked', rows: 7, created: 2, updated: 2, unchanged: 0, faulty: 3 })
    const faults = (await rows(id, 'faulty')).map(({ number, faults: [fault] }) => [number, fault?.column, fault?.code])
    expect(faults).toEqual([
      [5, 0, 'invalid'],
      [7, 0, 'repeated'],
      [8, null, 'invalid'],
    ])
    expect((await rows(id, 'faulty'))[1]?.faults[0]?.row).toBe(2)
    expect(await find('new@b.example')).toBeUndefined()
    expect((await find('here@b.example'))?.first_name).toBe('Here')
  })

  test('rows create and update contacts by external id or e-mail, with events, and ignore empty cells', async () => {
    const { acme } = instance
    const known = { email: 'old@c.example', first_name: 'Old', last_name: 'Name', external_id: 'C-1' }
    const { data: before } = await acme.invoke(createContact, { ...known, metadata: { kept: 1 } })
    const events = (await eventTypesOf(instance, acme)).length
    const content = `${HEAD}new@c.example;"New; and ""quoted"" name";Last;Kestrel;C-2;"Team\nof 5"\nmoved@c.example;;;kestrel;C-1;Solo\n'+1@c.example;Plus;;;;\n`
    const done = await imported(acme, content)
    expect(done).toMatchObject({ status: 'done', created: 2, updated: 1, faulty: 0, place: 0 })
    const made = await find('new@c.example')
    expect(made).toMatchObject({
      first_name: 'New; and "quoted" name',
      external_id: 'C-2',
      metadata: { plan: 'Team\nof 5' },
    })
    const moved = await find('moved@c.example')
    expect(moved).toMatchObject({ id: before.id, first_name: 'Old', metadata: { kept: 1, plan: 'Solo' } })
    expect(moved?.organisation_id).toBe(made?.organisation_id)
    expect((await acme.invoke(listOrganisations, { name: 'kestrel' })).data).toMatchObject([{ contacts_count: 2 }])
    expect((await find('+1@c.example'))?.first_name).toBe('Plus')
    expect((await eventTypesOf(instance, acme)).slice(events)).toEqual([
      'organisation.created',
      'contact.created',
      'contact.updated',
      'contact.created',
    ])
    const { data: noted } = await acme.invoke(listAuditEntries, {})
    expect(noted.map(({ action }) => action)).toEqual(expect.arrayContaining(['import.created', 'import.started']))
    // The same once more changes nothing.
    expect(await imported(acme, content)).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
  })

  test('undoing an import deletes created contacts and restores updated ones, except those changed since', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const { data: was } = await acme.invoke(createContact, {
      email: 'was@d.example',
      first_name: 'Was',
      metadata: { a: 1 },
    })
    const lines = ['plain', 'edited', 'enrolled'].map((name) => `${name}@d.example;${name};;Undone;;\n`).join('')
    const { id } = await imported(acme, `${HEAD}was@d.example;Is;;Undone;D-1;New\n${lines}`)
    const edited = await find('edited@d.example')
    await acme.invoke(updateContact, { id: edited?.id ?? '', last_name: 'By hand' })
    const enrolled = await find('enrolled@d.example')
    await acme.invoke(createEnrollment, { contact_id: enrolled?.id ?? '', guide_id: guide.id })
    await acme.invoke(undoImport, { id })
    expect(await finish(acme, id)).toMatchObject({ status: 'undone', created: 3, updated: 1, undone: 2, left: 2 })
    expect((await rows(id, 'left')).map(({ number, faults }) => [number, faults[0]?.text])).toEqual([
      [4, 'has been changed since'],
      [5, 'has been enrolled in a guide since'],
    ])
    expect(await find('plain@d.example')).toBeUndefined()
    expect(await find('was@d.example')).toMatchObject({ ...was, updated_at: expect.any(String) })
    // Two contacts still belong to it.
    expect((await acme.invoke(listOrganisations, { name: 'Undone' })).data).toMatchObject([{ contacts_count: 2 }])
    await expect(acme.invoke(undoImport, { id })).rejects.toMatchObject({ errors: { status: [/is undone/] } })
  })

  test('organisations are imported and undone by name or external id', async () => {
    const { acme } = instance
    await acme.invoke(createOrganisation, { name: 'Alba Foods', domain: 'alba.example' })
    const content = 'Company,Website,Tier\nALBA FOODS,,gold\nTandem,tandem.example,\nBad,not a domain,\nTandem,,\n'
    const mapping = ['name', 'domain', 'metadata.tier']
    const { id, ...counts } = await imported(acme, content, mapping, 'organisations')
    expect(counts).toMatchObject({ created: 1, updated: 1, faulty: 2 })
    const named = async (name: string) => (await acme.invoke(listOrganisations, { name })).data
    expect(await named('alba')).toMatchObject([
      { name: 'ALBA FOODS', domain: 'alba.example', metadata: { tier: 'gold' } },
    ])
    await acme.invoke(undoImport, { id })
    expect(await finish(acme, id)).toMatchObject({ undone: 2, left: 0 })
    expect(await named('alba')).toMatchObject([{ name: 'Alba Foods', metadata: {} }])
    expect(await named('tandem')).toEqual([])
  })

  test('contacts without an open enrollment are enrolled, and undoing deletes enrollments that are not started', async () => {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const enroll = async (email: string) => {
      const { data } = await acme.invoke(createContact, { email, first_name: 'Here' })
      return (await acme.invoke(createEnrollment, { contact_id: data.id, guide_id: guide.id })).data
    }
    await enroll('on-the-way@h.example')
    await acme.invoke(createContact, { email: 'idle@h.example', first_name: 'Here' })
    const { id } = await begin(
      acme,
      `${HEAD}on-the-way@h.example;Here;;;;\nidle@h.example;Here;;;;\nnew@h.example;New;;;;\nquick@h.example;Quick;;;;\nbad@@h.example;Bad;;;;\n`,
    )
    await finish(acme, id)
    const enroll_in = guide.id
    await acme.invoke(checkImport, { id, mapping: MAPPING, enroll_in, send_invitations: true })
    expect(await finish(acme, id)).toMatchObject({ created: 2, unchanged: 2, faulty: 1, enrolled: 0, enroll_in })
    const followers = async () => (await acme.invoke(listEnrollments, { guide_id: guide.id })).data
    expect(await followers()).toHaveLength(1)
    await acme.invoke(runImport, { id })
    expect(await finish(acme, id)).toMatchObject({ status: 'done', created: 2, enrolled: 3 })
    expect(await followers()).toHaveLength(4)
    expect((await acme.invoke(listEmails, { kind: 'invitation' })).data).toHaveLength(3)
    const quick = await find('quick@h.example')
    const begun = (await followers()).find(({ contact_id }) => contact_id === quick?.id)
    await acme.invoke(updateEnrollment, { id: begun?.id ?? '', status: 'in_progress' })
    await acme.invoke(undoImport, { id })
    expect(await finish(acme, id)).toMatchObject({ status: 'undone', undone: 1, left: 1 })
    expect((await rows(id, 'left'))[0]?.faults[0]?.text).toBe('has been enrolled in a guide since')
    expect(await find('new@h.example')).toBeUndefined()
    expect((await find('idle@h.example'))?.first_name).toBe('Here')
    expect((await followers()).map(({ contact_name }) => contact_name).toSorted()).toEqual(['Here', 'Quick'])
    const check = (resource: 'contacts' | 'organisations', guide_id: string) => async () => {
      const { id } = await begin(acme, resource === 'contacts' ? `${HEAD}a@h.example;A;;;;\n` : 'name\nOak\n', resource)
      await finish(acme, id)
      const mapping = resource === 'contacts' ? MAPPING : ['name']
      return acme
        .invoke(checkImport, { id, mapping, enroll_in: guide_id })
        .finally(() => acme.invoke(discardImport, { id }))
    }
    const { data: draft } = await acme.invoke(createGuide, { title: 'Draft' })
    for (const [resource, guide_id, problem] of [
      ['contacts', draft.id, /published/],
      ['contacts', id, /does not exist/],
      ['organisations', guide.id, /for contacts/],
    ] as const)
      await expect(check(resource, guide_id)()).rejects.toMatchObject({ errors: { enroll_in: [problem] } })
  })

  test('unreadable files and invalid mappings are rejected with a reason, and imports are private to the workspace', async () => {
    const { acme, other } = instance
    const refused = (problem: RegExp) => ({ errors: { content: [problem] } })
    for (const [content, problem] of [
      ['E-mail\n', /no rows below the header/],
      [Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /old format/],
      [Buffer.from([1, 0, 2, 0]), /neither CSV nor a workbook/],
      [Buffer.from('504b0304deadbeef', 'hex'), /damaged|not an .xlsx workbook/],
      [`${'a,'.repeat(300)}b\n1\n`, /more than 200 columns/],
    ] as const)
      await expect(begin(acme, content)).rejects.toMatchObject(refused(problem))
    const { id } = await begin(acme, `${HEAD}a@e.example;A;;;;\n`)
    await finish(acme, id)
    for (const [mapping, problem] of [
      [['email'], /each of the 6 columns/],
      [['email', 'email', '', '', '', ''], /two columns for email/],
      [['', 'first_name', '', '', '', ''], /needs a column for email or external_id/],
      [['email', 'colour', '', '', '', ''], /has colour/],
    ] as const)
      await expect(acme.invoke(checkImport, { id, mapping: [...mapping] })).rejects.toMatchObject({
        errors: { mapping: [problem] },
      })
    await expect(acme.invoke(runImport, { id })).rejects.toMatchObject({ errors: { status: [/is read/] } })
    await expect(other.invoke(getImport, { id })).rejects.toMatchObject({ code: 'not_found' })
    await acme.invoke(discardImport, { id })
  })
})

test('rows over the limit of the plan are skipped', async () => {
  const plans = { small: { entitlements: [], limits: { contacts: 2 } } }
  const instance = await openInstance('sqlite', { imports: false, plans })
  const operator = await instance.handrail.asSystem()
  const { data } = await operator.invoke(createWorkspace, { name: 'Small', plan: 'small' })
  const small = await instance.handrail.asSystem(data.id)
  const lines = ['a', 'b', 'c'].map((name) => `${name}@g.example,${name}\n`).join('')
  const { id, ...counts } = await imported(small, `email,first name\n${lines}`, ['email', 'first_name'])
  expect(counts).toMatchObject({ created: 2, faulty: 1 })
  const { data: left } = await small.invoke(listImportRows, { id, fate: 'faulty' })
  expect(left[0]?.faults[0]?.text).toBe('The plan of this workspace allows at most 2 contacts')
  await instance.close()
})

test('an import continues after a restart: 4,000 rows, 37 of them with problems', async () => {
  const first = await openInstance('sqlite', { imports: false })
  const { acme } = first
  const faulty = (i: number) => i % 110 === 5
  const lines = Array.from(
    { length: 4_000 },
    (_, i) => `p${i}${faulty(i) ? '@@' : '@'}f.example,Person ${i},Company ${i % 50}`,
  )
  expect(lines.filter((line) => line.includes('@@'))).toHaveLength(37)
  const { id } = await checked(acme, `email,first name,company\n${lines.join('\n')}\n`, [
    'email',
    'first_name',
    'organisation',
  ])
  expect((await acme.invoke(getImport, { id })).data).toMatchObject({ rows: 4_000, created: 3963, faulty: 37 })
  await acme.invoke(runImport, { id })
  const workspace_id = acme.context.caller.workspace_id
  await first.handrail.close()
  const start = async () => {
    const handrail = await createHandrail({
      database: first.database,
      files: first.files,
      secret: SECRET,
      upkeep: false,
      webhooks: { deliver: false },
    })
    const bound = await handrail.asSystem(workspace_id)
    return { handrail, bound, now: async () => (await bound.invoke(getImport, { id })).data }
  }
  const interrupted = await start()
  await expect.poll(async () => (await interrupted.now()).place, { interval: 5 }).toBeGreaterThan(0)
  const { status, place: key } = await interrupted.now()
  await interrupted.handrail.close()
  const { handrail, bound: again, now } = await start()
  // The stop did not wait for all of it.
  expect((await now()).status).toBe('running')
  await expect.poll(async () => (await now()).status, { timeout: 300_000, interval: 100 }).toBe('done')
  expect([status, key > 0 && key < 4_001]).toEqual(['running', true])
  expect(await now()).toMatchObject({ created: 3963, faulty: 37 })
  expect((await again.invoke(listContacts, { per_page: 1 })).meta.total).toBe(3963)
  await again.invoke(undoImport, { id })
  await expect.poll(async () => (await now()).status, { timeout: 300_000, interval: 100 }).toBe('undone')
  expect(await now()).toMatchObject({ undone: 3963, left: 0 })
  expect((await again.invoke(listContacts, { per_page: 1 })).meta.total).toBe(0)
  expect((await again.invoke(listOrganisations, { per_page: 1 })).meta.total).toBe(0)
  await handrail.close()
}, 700_000)
