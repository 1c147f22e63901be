import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createUser, issuePasswordLink } = operations

const PASSWORD = 'correct horse battery'

describe.each(ENGINES)('pages on %s', (engine) => {
  let instance: Instance
  let ada: Browsing
  beforeAll(async () => {
    instance = await openInstance(engine)
    await addUser('ada@example.com', 'owner')
    ada = await signedIn('ada@example.com')
  })
  afterAll(() => instance.close())

  async function addUser(email: string, role: 'owner' | 'viewer') {
    const operator = await instance.handrail.asSystem(instance.acme.id)
    await operator.invoke(createUser, { email, name: `<b>${email}</b>`, role, password: PASSWORD })
  }

  async function signedIn(email: string) {
    const browsing = openBrowsing(instance.app)
    await browsing.visit('/sign-in', { form: { email, password: PASSWORD } })
    return browsing
  }

  test('have a strict content security policy, are not cacheable, and escape input', async () => {
    const { headers, payload } = await ada.visit('/')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(payload).toContain('&lt;b>ada@example.com&lt;/b>')
    expect(payload).not.toContain('<b>')
    expect(payload).not.toMatch(/<script|style=|onclick/)
  })

  test('load style and icon by content hash', async () => {
    const { payload } = await ada.visit('/sign-in')
    for (const [, path = ''] of (await openBrowsing(instance.app).visit('/sign-in')).payload.matchAll(
      /="(\/assets\/[^"]+)"/g,
    ))
      expect((await ada.visit(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(payload).not.toContain('/assets/other')
    expect((await ada.visit('/assets/0000000000000000.css')).statusCode).toBe(404)
  })

  test('set a session cookie that is HttpOnly, SameSite and Secure', async () => {
    const response = await openBrowsing(instance.app).visit('/sign-in', {
      form: { email: 'ada@example.com', password: PASSWORD, return_to: '/account?x=1' },
    })
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe('/account?x=1')
    const cookie = [response.headers['set-cookie']].flat().find((line) => line?.includes('handrail_session'))
    expect(cookie).toMatch(/^__Host-handrail_session=hr_session_[\w-]{43}; /)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute)
    expect(cookie).not.toContain('Domain')
  })

  test('start a new session at sign-in, and end the previous one', async () => {
    const browsing = await signedIn('ada@example.com')
    const former = new Map(browsing.cookies)
    await browsing.visit('/sign-in', { form: { email: 'ada@example.com', password: PASSWORD } })
    expect(browsing.cookies.get('__Host-handrail_session')).not.toBe(former.get('__Host-handrail_session'))
    const stolen = openBrowsing(instance.app)
    for (const [name, value] of former) stolen.cookies.set(name, value)
    expect((await stolen.visit('/account')).statusCode).toBe(303)
    expect((await browsing.visit('/account')).statusCode).toBe(200)
  })

  test.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\t/evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
    ['/outbox?workspace=1', '/outbox?workspace=1'],
    [
      '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example',
      '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example',
    ],
  ])('after signing in, return_to %j leads to %s', async (return_to, location) => {
    const form = { email: 'ada@example.com', password: PASSWORD, return_to }
    expect((await openBrowsing(instance.app).visit('/sign-in', { form })).headers.location).toBe(location)
    const { headers } = await ada.visit(`/sign-in?return_to=${encodeURIComponent(return_to)}`)
    expect(headers.location).toBe(location)
  })

  test('send visitors to sign-in and back', async () => {
    const { statusCode, headers } = await openBrowsing(instance.app).visit('/account/connections?workspace=1')
    expect([statusCode, headers.location]).toEqual([303, '/sign-in?return_to=%2Faccount%2Fconnections%3Fworkspace%3D1'])
  })

  test.each([
    ['without a token', {}, {}],
    ['with the token of another session', { csrf: 'x'.repeat(43) }, {}],
    ['from another site', { csrf: '' }, { origin: 'https://evil.example' }],
    ['from a neighbouring site', { csrf: '' }, { 'sec-fetch-site': 'same-site' }],
    ['from a frame without origin', { csrf: '' }, { origin: 'null' }],
  ])('a form %s changes nothing', async (_name, fields: Record<string, string>, headers) => {
    const own = 'csrf' in fields && fields.csrf === '' ? { csrf: await ada.csrfOn('/account') } : fields
    const form = { action: 'profile', name: 'Mallory', ...own }
    const { statusCode, payload } = await ada.visit('/account', { form, headers })
    expect(statusCode).toBe(403)
    expect(payload).toContain('This is not allowed')
    expect((await ada.visit('/account')).payload).not.toContain('Mallory')
  })

  test('accept a form of the session, also if the browser hides the origin', async () => {
    const csrf = await ada.csrfOn('/account')
    const form = { action: 'profile', name: 'Ada & Co', csrf }
    expect((await ada.visit('/account', { form })).payload).toContain('value="Ada &amp; Co"')
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await ada.visit('/account', { form, headers })).statusCode).toBe(200)
  })

  test('reject a sign-in from another site, and a form without an origin', async () => {
    const form = { email: 'ada@example.com', password: PASSWORD }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await openBrowsing(instance.app).visit('/sign-in', { form, headers })
      expect([response.statusCode, response.cookies]).toEqual([403, []])
    }
  })

  test('accept only small forms without repeated fields', async () => {
    const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
      instance.app.inject({
        method: 'POST',
        url: '/sign-in',
        headers: { origin: PUBLIC_URL, 'content-type': type },
        payload,
      })
    expect((await post('email=a&email=b')).statusCode).toBe(400)
    expect((await post('email=%ff')).statusCode).toBe(400)
    expect((await post('{}', 'application/json')).statusCode).toBe(415)
    expect((await post(`email=${'a'.repeat(40_000)}`)).statusCode).toBe(413)
    expect((await post('__proto__=x')).statusCode).toBe(422)
    const api = await instance.call({
      method: 'POST',
      path: '/api/v1/contacts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a',
    })
    expect(api.status).toBe(415)
  })

  test('are served for the configured host name only', async () => {
    const visit = (host: string, path = '/sign-in') => openBrowsing(instance.app).visit(path, { headers: { host } })
    for (const host of ['handrail.example', 'localhost:3000', '127.0.0.1:8080', '[::1]:8080'])
      expect([host, (await visit(host)).statusCode]).toEqual([host, 200])
    for (const path of ['/sign-in', '/', '/oauth/authorize?client_id=x']) {
      const { statusCode, payload } = await visit('evil.example', path)
      expect([path, statusCode]).toEqual([path, 403])
      expect(payload).toContain('This instance answers at https://handrail.example, not at evil.example')
    }
  })

  test('a session does not authenticate API requests', async () => {
    const { statusCode } = await ada.visit('/api/v1/contacts')
    expect(statusCode).toBe(401)
  })

  test('set a password by a link, and never disclose whether an account exists', async () => {
    await addUser('viewer@example.com', 'viewer')
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(issuePasswordLink, { email: 'viewer@example.com' })
    const path = data.url.replace(PUBLIC_URL, '')
    const browsing = openBrowsing(instance.app)
    expect((await browsing.visit(path)).payload).toContain('viewer@example.com')
    const form = { token: new URL(data.url).searchParams.get('token') ?? '', password: 'another good password' }
    expect((await browsing.visit('/reset-password', { form })).headers.location).toBe('/')
    expect((await browsing.visit('/account')).statusCode).toBe(200)
    expect((await openBrowsing(instance.app).visit(path)).statusCode).toBe(404)
  })

  test('end the session at sign-out', async () => {
    const browsing = await signedIn('ada@example.com')
    const copy = openBrowsing(instance.app)
    for (const [name, value] of browsing.cookies) copy.cookies.set(name, value)
    expect((await browsing.visit('/sign-out', { form: {} })).statusCode).toBe(403)
    const form = { csrf: await browsing.csrfOn('/account') }
    expect((await browsing.visit('/sign-out', { form })).headers.location).toBe('/sign-in')
    expect((await copy.visit('/account')).statusCode).toBe(303)
  })

  test('write no secret to the log', async () => {
    const session = ada.cookies.get('__Host-handrail_session') ?? 'none'
    const logged = instance.logged.join('')
    expect(logged).toContain('/sign-in')
    for (const secret of [session, PASSWORD, 'token=', 'ada@example.com']) expect(logged).not.toContain(secret)
  })
})
