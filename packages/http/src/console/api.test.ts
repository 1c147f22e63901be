import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { DECLARED_RIGHTS, ROLES, type Role } from '@handrail/core/contract'
import { OPERATIONS } from '@handrail/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createContact, createUser, getContact } = operations

const PASSWORD = 'correct horse battery'
function builtConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./assets/index-1.js"></script>')
  writeFileSync(join(folder, 'assets/index-1.js'), 'plain')
  writeFileSync(join(folder, 'assets/replaced-1.js'), 'of this version')
  writeFileSync(join(folder, 'assets/index-1.js.br'), 'packed')
  return folder
}

describe.each(ENGINES)('the API of the console on %s', (engine) => {
  let instance: Instance
  let folder: string
  let listening: Promise<string>
  const people = {} as Record<Role, Browsing>
  beforeAll(async () => {
    folder = builtConsole()
    instance = await openInstance(engine, { consoleFolder: folder })
    const system = await instance.handrail.asSystem(instance.acme.id)
    for (const role of ROLES) {
      // The role of an owner is given by a transfer alone; as a row it is one like the others.
      const input = { email: `${role}@example.com`, name: role, role: role as 'admin', password: PASSWORD }
      await system.invoke(createUser, input)
      people[role] = openBrowsing(instance.app)
      await people[role].visit('/sign-in', { form: { email: input.email, password: PASSWORD, return_to: '/' } })
    }
    listening = instance.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })

  interface Asked {
    input?: unknown
    workspace?: string
    headers?: Record<string, string>
  }

  async function ask(browsing: Browsing, name: string, { input = {}, workspace, headers }: Asked = {}) {
    const cookie = [...browsing.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await instance.app.inject({
      method: 'POST',
      url: `/console/operations/${name}`,
      headers: {
        cookie,
        origin: PUBLIC_URL,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'handrail-workspace': workspace ?? instance.acme.id,
        ...headers,
      },
      payload: typeof input === 'string' ? input : JSON.stringify(input),
    })
    const text = response.payload
    return { status: response.statusCode, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }

  test.each(ROLES)('a member who is %s can run what the rights of the role allow, and nothing else', async (role) => {
    const wrong: string[] = []
    for (const { name, access } of OPERATIONS) {
      // An input that no operation takes: it is refused for its form by whatever was allowed.
      const { status, body } = await ask(people[role], name, { input: { no_such_field: true } })
      const { holder } = DECLARED_RIGHTS[access]
      const isRole = ROLES.some((one) => one === holder)
      const allowed = holder === 'user' || ROLES.slice(0, ROLES.indexOf(role) + 1).some((one) => one === holder)
      const expected = !isRole && holder !== 'user' ? 'not_found' : allowed ? 'validation_error' : 'forbidden'
      // An id is looked at before anything else, and a malformed one is that of nobody.
      const answered = allowed && body?.error?.type === 'not_found' ? 'validation_error' : body?.error?.type
      if (answered !== expected) wrong.push(`${name} (${access}): ${status} ${answered}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  test('checks the right before it reads a body', async () => {
    const input = `{"contact":[${'1e400,'.repeat(600_000)}`
    for (const name of ['create_contact', 'no_such_operation']) {
      const { status, body } = await ask(people.viewer, name, { input })
      expect([status, JSON.stringify(body).length < 1000]).toEqual([name === 'create_contact' ? 403 : 404, true])
    }
    // Of who has it, the body is read, and found to be none.
    expect((await ask(people.admin, 'create_contact', { input })).status).toBe(400)
    const preview = `/console/preview/${instance.other.id}/${instance.acme.guide_id}/light`
    const headers = { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL, 'content-type': 'application/json' }
    const cookie = [...people.viewer.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const shown = await instance.app.inject({
      method: 'POST',
      url: preview,
      headers: { ...headers, cookie },
      payload: input,
    })
    expect(shown.statusCode).toBe(404)
  })

  test('runs an operation for a signed-in member, and returns the entity tag of its record', async () => {
    const fields = { email: 'zoe@example.com', first_name: 'Zoé' }
    const made = await ask(people.admin, 'create_contact', { input: fields })
    expect(made).toMatchObject({ status: 200, body: { data: fields } })
    expect(made.headers['cache-control']).toBe('no-store')
    const { id } = made.body.data
    const changed = await ask(people.admin, 'update_contact', {
      input: { id, first_name: 'Zoe' },
      headers: { 'if-match': String(made.headers.etag) },
    })
    expect(changed.status).toBe(200)
    const late = await ask(people.admin, 'update_contact', {
      input: { id, first_name: 'Other' },
      headers: { 'if-match': String(made.headers.etag) },
    })
    expect(late).toMatchObject({ status: 412, body: { error: { type: 'precondition_failed' } } })
  })

  test('accepts a streamed file with its other fields, from members with the right', async () => {
    const text = 'email,first name\nzoe@example.com,Zoé\n'
    const send = async (role: Role, fields: string | undefined, headers: Record<string, string> = {}, body = text) =>
      fetch(`${await listening}/console/files/create_import`, {
        method: 'POST',
        headers: {
          cookie: [...people[role].cookies].map(([key, value]) => `${key}=${value}`).join('; '),
          origin: PUBLIC_URL,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/octet-stream',
          'handrail-workspace': instance.acme.id,
          ...(fields !== undefined && { 'handrail-input': encodeURIComponent(fields) }),
          ...headers,
        },
        body,
      })
    const fields = JSON.stringify({ resource: 'contacts', name: 'Größe.csv' })
    const made = await send('admin', fields)
    expect([made.status, (await made.json()).data]).toMatchObject([
      200,
      { file_name: 'Größe.csv', columns: [{ example: 'zoe@example.com' }, { example: 'Zoé' }] },
    ])
    expect((await send('editor', fields)).status).toBe(403)
    expect((await send('admin', undefined)).status).toBe(422)
    expect((await send('admin', '[]')).status).toBe(400)
    expect(
      (await send('admin', fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await send('admin', fields, { 'content-type': 'text/plain' })).status).toBe(415)
    const refused = await send('admin', fields, {}, `email\n${'x'.repeat(40_000)}\n`)
    expect([refused.status, (await refused.json()).error]).toMatchObject([
      422,
      { codes: { content: 'too_long' }, reason: 'file_too_long' },
    ])
  })

  test('reports the code of each invalid field', async () => {
    const { status, body } = await ask(people.admin, 'create_contact', { input: { email: 'nobody' } })
    expect(status).toBe(422)
    expect(body.error.codes).toMatchObject({ email: 'invalid', first_name: 'blank' })
    expect(body.error.errors.first_name).toEqual(["can't be blank"])
  })

  test('hides a workspace from people who are not its members', async () => {
    const other = await instance.handrail.asSystem(instance.other.id)
    const { data } = await other.invoke(createContact, { email: 'o@example.com', first_name: 'O' })
    const asked = { input: { id: data.id }, workspace: instance.other.id }
    expect((await ask(people.owner, 'get_contact', asked)).status).toBe(404)
    expect((await ask(people.owner, 'get_contact', { input: { id: data.id } })).status).toBe(404)
    expect((await other.invoke(getContact, { id: data.id })).data.first_name).toBe('O')
  })

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['a page that names no origin', { origin: '', 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbouring subdomain', { origin: 'https://www.handrail.example', 'sec-fetch-site': 'same-site' }, 403],
    ['a workspace that is no id', { 'handrail-workspace': 'x' }, 404],
    ['no workspace, of what is in one', { 'handrail-workspace': 'none' }, 404],
    ['a form, which cannot name a workspace', { 'handrail-workspace': undefined }, 400],
    ['a form, by its kind of body', { 'content-type': 'text/plain' }, 415],
    ['somebody without a session', { cookie: 'handrail_session=guessed' }, 401],
  ])('refuses %s', async (_who, headers, status) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    const cookie = [...people.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const all: Record<string, string | undefined> = {
      cookie,
      origin: PUBLIC_URL,
      'content-type': 'application/json',
      'handrail-workspace': instance.acme.id,
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries({ ...all, ...given }).filter(([, value]) => value !== undefined))
    const response = await instance.app.inject({
      method: 'POST',
      url: '/console/operations/list_contacts',
      // What is undefined was filtered out.
      headers: sent as Record<string, string>,
      payload: '{}',
    })
    expect(response.statusCode).toBe(status)
  })

  async function upload(browsing: Browsing, payload: Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
    const cookie = [...browsing.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    // A file is watched while it arrives, which takes a real connection.
    const response = await fetch(`${await listening}/console/files/upload_media`, {
      method: 'POST',
      headers: {
        cookie,
        origin: PUBLIC_URL,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
        'handrail-workspace': instance.acme.id,
        'handrail-input': encodeURIComponent(JSON.stringify({ name: 'Tür.webm' })),
        ...headers,
      },
      body: payload,
    })
    return { status: response.status, body: await response.json() }
  }

  test('accepts a video from members who can write guides, and from pages of this site only', async () => {
    const video = readFileSync(new URL('../../../../test/fixtures/moving.webm', import.meta.url))
    const taken = await upload(people.editor, video)
    const { data } = taken.body
    expect([taken.status, data.name, data.media_type]).toEqual([200, 'Tür.webm', 'video/webm'])
    expect((await upload(people.viewer, video)).status).toBe(403)
    expect((await upload(people.editor, video, { 'handrail-workspace': instance.other.id })).status).toBe(404)
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await upload(people.editor, video, elsewhere)).status).toBe(403)
    expect((await upload(people.editor, video, { cookie: 'handrail_session=guessed' })).status).toBe(401)
    const refused = await upload(people.editor, Buffer.from('a text'))
    expect([refused.status, refused.body.error.codes]).toEqual([422, { content: 'not_an_option' }])
  })

  test('serves its page to signed-in people, and sends others to sign-in and back', async () => {
    const shown = await people.viewer.visit(`/w/${instance.acme.id}/contacts`)
    expect(shown.statusCode).toBe(200)
    expect(shown.payload).toContain('src="/console/assets/index-1.js"')
    const policy = String(shown.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const stranger = await openBrowsing(instance.app).visit(`/w/${instance.acme.id}/contacts?query=a`)
    expect(stranger.statusCode).toBe(303)
    const back = encodeURIComponent(`/w/${instance.acme.id}/contacts?query=a`)
    expect(stranger.headers.location).toBe(`/sign-in?return_to=${back}`)
  })

  test('serves its files compressed and immutable, and no other files', async () => {
    const get = (url: string, encoding?: string) =>
      instance.app.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} })
    const packed = await get('/console/assets/index-1.js', 'gzip, br')
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(packed.payload).toBe('packed')
    expect((await get('/console/assets/index-1.js', 'gzip')).payload).toBe('plain')
    for (const path of ['..%2Findex.html', 'index-1.js.br', 'nothing.js', '..%2F..%2Fetc%2Fpasswd'])
      expect((await get(`/console/assets/${path}`)).statusCode).toBe(404)
    // A newer version was installed meanwhile.
    rmSync(join(folder, 'assets/replaced-1.js'))
    const gone = await get('/console/assets/replaced-1.js')
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})

test('without a console there is no API for it, and / is the start page', async () => {
  const instance = await openInstance('sqlite')
  const door = await instance.app.inject({ method: 'POST', url: '/console/operations/list_contacts', payload: '{}' })
  expect(door.statusCode).toBe(404)
  expect((await instance.app.inject({ url: '/' })).statusCode).toBe(303)
  await instance.close()
})
