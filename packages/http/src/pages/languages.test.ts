import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyPage } from '../../test/every-page/every-page.ts'
import type { Pages } from '../../test/every-page/walk.ts'
import { openBrowsing } from '../../test/support/browsing.ts'
import { type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createUser } = operations

const ADA = { email: 'ada@example.com', password: 'correct horse battery' }

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
  const workspace = await instance.handrail.asSystem(instance.acme.id)
  await workspace.invoke(createUser, { ...ADA, name: 'Ada', role: 'viewer' })
})
afterAll(() => instance.close())

const languageOf = (page: string) => /<html lang="(\w+)">/.exec(page)?.[1]

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.8,de;q=0.9', 'de'],
  ['de;q=0,en;q=0.1', 'en'],
  ['fr,it;q=0.9', 'en'],
  ['fr,de;q=0.5', 'de'],
  ['*', 'en'],
])('Accept-Language %j is answered in %s', async (asked, language) => {
  const headers: Record<string, string> = asked === undefined ? {} : { 'accept-language': asked }
  const { payload, headers: answered } = await openBrowsing(instance.app).visit('/sign-in', { headers })
  expect(languageOf(payload)).toBe(language)
  // What is kept nowhere need not say by what it varies.
  expect(answered['cache-control']).toBe('no-store')
})

describe('the language choice at the foot of a page', () => {
  const choose = async (language: string, return_to: string) => {
    const browsing = openBrowsing(instance.app)
    const answered = await browsing.visit('/language', { form: { language, return_to } })
    return { browsing, answered }
  }

  test('takes precedence over the browser, in a cookie shared with the console', async () => {
    const { browsing, answered } = await choose('de', '/sign-in')
    expect([answered.headers['set-cookie']].flat()).toEqual([
      'handrail_language=de; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
    ])
    const page = await browsing.visit('/sign-in', { headers: { 'accept-language': 'en' } })
    expect(languageOf(page.payload)).toBe('de')
    browsing.cookies.set('handrail_language', 'klingon')
    expect(languageOf((await browsing.visit('/sign-in')).payload)).toBe('en')
  })

  test('is stored for the path of the instance', async () => {
    const below = await openInstance('sqlite', {}, { publicUrl: `${PUBLIC_URL}/rail` })
    try {
      const form = { language: 'de', return_to: '/sign-in' }
      const { headers } = await openBrowsing(below.app).visit('/language', { form })
      expect(headers['set-cookie']).toContain('Path=/rail/;')
      expect(headers.location).toBe('/rail/sign-in')
    } finally {
      await below.close()
    }
  })

  test.each([
    ['/sign-in?return_to=%2Foutbox%3Fworkspace%3D1', undefined],
    ['/reset-password?token=abc', undefined],
    ['/sign-in?return_to=%2Faccount', { ...ADA, password: 'a wrong one', return_to: '/account' }],
    ['/setup?token=a%26b', undefined],
  ])('returns to %s with its query, also from the answer to a form', async (address, form) => {
    const path = form ? '/sign-in' : address
    const { payload } = await openBrowsing(instance.app).visit(path, form ? { form } : {})
    const foot = /<footer>.*<\/footer>/s.exec(payload)?.[0] ?? ''
    const return_to = /name="return_to" value="([^"]*)"/.exec(foot)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(return_to).toBe(address)
    expect(foot).toContain('<span lang="en" aria-current="true">English</span>')
    expect(foot).toContain('<button type="submit" name="language" value="de" lang="de">Deutsch</button>')
    const { answered } = await choose('de', return_to)
    expect([answered.statusCode, answered.headers.location]).toEqual([303, address])
  })

  test.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
  ])('never redirects to %s', async (return_to) => {
    expect((await choose('de', return_to)).answered.headers.location).toBe('/')
  })

  test('ignores forms of other sites and unknown languages', async () => {
    const form = { language: 'de', return_to: '/' }
    const headers = { origin: 'https://evil.example' }
    const foreign = await openBrowsing(instance.app).visit('/language', { form, headers })
    expect([foreign.statusCode, foreign.cookies]).toEqual([403, []])
    expect((await choose('fr', '/sign-in')).browsing.cookies.size).toBe(0)
  })

  test('is not offered if the address is too long to return to', async () => {
    const { payload } = await openBrowsing(instance.app).visit(`/sign-in?return_to=/${'a'.repeat(4000)}`)
    expect(payload).not.toContain('<footer>')
  })
})

describe('every page in every state', () => {
  let english: Pages
  let german: Pages
  beforeAll(async () => {
    english = await everyPage('en')
    german = await everyPage('de')
  }, 120_000)

  test('is in German for a German browser', () => {
    expect([...german.keys()]).toEqual([...english.keys()])
    expect([...german].filter(([, page]) => languageOf(page) !== 'de')).toEqual([])
    expect([...english].filter(([, page]) => languageOf(page) !== 'en')).toEqual([])
  })

  test('has no English text in German, except names', () => {
    const same = [...german].flatMap(([name, page]) => {
      const englishTexts = textsOf(english.get(name) ?? '')
      return [...textsOf(page)].filter((text) => englishTexts.has(text) && !isName(text)).map((text) => [name, text])
    })
    expect(same).toEqual([])
  })

  test('uses every text', () => {
    const unsaid = [...english, ...german].filter(([, page]) =>
      /\{\{|undefined|\[object |>\w+\.[a-z]\w+_\w+</.test(page),
    )
    expect(unsaid.map(([name]) => name)).toEqual([])
  })

  test.each(['recovery codes', 'account, new codes', 'forgotten password, asked with mail'])(
    'does not offer another language where it is shown only once: %s',
    (name) => {
      expect(german.get(name)).toContain('<main')
      expect(german.get(name)).not.toContain('<footer>')
    },
  )

  test.each([
    ['sign in, wrong password', 'Die E-Mail-Adresse oder das Passwort stimmt nicht.'],
    ['set up with mistakes', '<a href="#password">Passwort: Das ist zu kurz.</a>'],
    ['invitation, mistakes', 'Ihr Name: '],
    ['password link, void', 'Dieser Link wurde schon benutzt oder ist älter als eine Stunde.'],
    ['account, of another session', 'Das ist nicht erlaubt'],
    ['consent', 'Kontakte sehen'],
    ['consent', '<legend>Leitfäden schreiben</legend>'],
    ['consent', 'erreicht Kunden'],
    ['refusal, scope', '<code>invalid_scope</code>: Es wird um etwas gebeten'],
  ])('shows errors in German: %s', (name, text) => expect(german.get(name)).toContain(text))
})

test('too many attempts are answered in German with the time to wait', async () => {
  let now = '2026-11-20T12:30:00.000Z'
  const clocked = await openInstance('sqlite', {}, { now: () => new Date(now) })
  try {
    const headers = { 'accept-language': 'de' }
    const form = { email: 'nobody@example.com', password: 'a wrong one' }
    const fail = () => openBrowsing(clocked.app).visit('/sign-in', { form, headers })
    for (let i = 0; i < 20; i++) await fail()
    const refused = await fail()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1800'])
    expect(refused.payload).toContain('Versuchen Sie es in 30 Minuten noch einmal.')
    now = '2026-11-20T12:59:00.000Z'
    expect((await fail()).payload).toContain('Versuchen Sie es in 1 Minute noch einmal.')
    now = '2026-11-20T12:59:30.000Z'
    expect((await fail()).payload).toContain('Versuchen Sie es in 30 Sekunden noch einmal.')
  } finally {
    await clocked.close()
  }
})

/** What people read or hear of a page, without what is to be copied, what is written elsewhere, and the choice of a language. */
function textsOf(page: string): Set<string> {
  const own = page.replace(/<footer>.*?<\/footer>|<pre\b.*?<\/pre>|<code>.*?<\/code>/gs, '<br/>')
  const texts = [
    ...own.matchAll(/>([^<]+)</g),
    ...own.matchAll(/ (?:aria-label|alt|title|data-copied|data-by-hand)="([^"]+)"/g),
  ]
  return new Set(texts.map(([, text = '']) => text.trim()).filter((text) => /\p{L}{3}/u.test(text)))
}

/** Of people, places and products, and the few words that are the same in both languages. */
const NAMES = [
  ...['Acme', 'Ada', 'Admin', 'Code', 'Handrail', 'Konrad', 'Moin', 'Name', 'Pia', 'Sync public', 'Zuse', 'localhost'],
  ...['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'claude.ai', 'claude_desktop_config.json'],
  ...['.mcp.json', '.vscode/mcp.json', '~/.cursor/mcp.json'],
]

function isName(text: string): boolean {
  return NAMES.includes(text) || /^(Zuse |Konrad )?\(?[a-z]+\d*(@example\.com|\.example)\)?$/.test(text)
}
