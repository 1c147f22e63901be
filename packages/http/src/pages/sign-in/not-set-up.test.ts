import { createHandrail, type Handrail, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtConsole } from '../../../test/support/built-console.ts'
import { createApp } from '../../app.ts'

const { createFirstWorkspace, issueSetUpLink } = operations

describe.each([
  ['with a console', true],
  ['without a console', false],
])('an instance that is not set up, %s', (_what, hasConsole) => {
  const folder = builtConsole()
  let handrail: Handrail
  let app: Awaited<ReturnType<typeof createApp>>
  beforeAll(async () => {
    handrail = await createHandrail({ database: ':memory:', upkeep: false })
    app = await createApp({ handrail, ...(hasConsole && { consoleFolder: folder.path }) })
  })
  afterAll(async () => {
    await app.close()
    await handrail.close()
    folder.remove()
  })

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  test('its start page says so, in the language of the browser, whatever cookies there are', async () => {
    for (const cookie of ['', 'handrail_session=stale']) {
      const shown = await get('/?from=bookmark', { cookie })
      expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(shown.payload).toContain('This Handrail is not set up yet')
      expect(shown.payload).toContain('it prints a link')
      // Of a program that embeds it, this would not be so.
      expect(shown.payload).toContain('makes the link itself (issueSetUpLink)')
    }
    const german = await get('/', { 'accept-language': 'de' })
    expect(german.payload).toContain('Dieses Handrail ist noch nicht eingerichtet')
    expect(german.payload).toContain('erzeugt den Link selbst (issueSetUpLink)')
  })

  test.each([
    '/sign-in',
    '/sign-in?return_to=%2Faccount',
    '/account',
    '/assistants',
    ...(hasConsole ? ['/w/1/x'] : []),
  ])('%s leads to it, without a loop', async (url) => {
    let [place, steps] = [url, 0]
    for (; steps < 5; steps++) {
      const { statusCode, headers } = await get(place)
      if (statusCode !== 303) break
      place = new URL(String(headers.location), 'http://localhost').pathname
    }
    expect([place, steps < 3]).toEqual(['/', true])
  })

  test('the printed link works, and afterwards people sign in', async () => {
    const system = await handrail.asSystem()
    const { url } = (await system.invoke(issueSetUpLink, {})).data
    const { pathname, search } = new URL(url)
    expect((await get(`${pathname}${search}`)).payload).toContain('Welcome to Handrail')
    const owner = { email: 'owner@example.com', name: 'Olga Owner', password: 'correct horse battery' }
    await system.invoke(createFirstWorkspace, { name: 'Larkspur', owner })
    const home = await get('/')
    expect([home.statusCode, home.headers.location]).toEqual([303, '/sign-in?return_to=%2F'])
    expect((await get('/sign-in')).payload).toContain('Forgot your password?')
  })
})
