import { afterAll, beforeAll, expect, test } from 'vitest'
import { look, openPage, useBrowser, WIDTHS } from '../../../../test/browser/browser.ts'
import { type Listening, openListening } from '../../test/support/browser-steps.ts'
import { type Instance, openInstance } from '../../test/support/instance.ts'

/** Below the path of another program. */
const BELOW = 'https://shop.example/onboarding'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite', {}, { publicUrl: BELOW })
})
afterAll(() => instance.close())

const get = (url: string, headers: Record<string, string> = {}) => instance.app.inject({ url, headers })
const page = async (name: string) => (await get(`/docs/guide/${name}`)).payload

test('the documentation is compressed, kept by browsers with its entity tag, and its assets for good', async () => {
  const start = await get('/docs/guide/start', { 'accept-encoding': 'br' })
  expect(start.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect((await get('/docs/guide/start', { 'if-none-match': String(start.headers.etag) })).statusCode).toBe(304)
  const [asset = ''] = /\/docs\/guide\/assets\/app\.[\w-]+\.js/.exec(await page('start')) ?? []
  const script = await get(asset)
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('the addresses in the documentation are those of the instance, below whatever path it is', async () => {
  const start = await page('start')
  expect(start).toContain('href="/onboarding/docs/guide/webhooks"')
  expect(start).toContain(`href="${BELOW}/docs"`)
  const texts = await Promise.all([...new Set(start.match(/\/docs\/guide\/assets\/[^"]+/g))].map((url) => get(url)))
  for (const text of [start, ...texts.map(({ payload }) => payload)])
    expect(text).not.toMatch(/handrail\.(base|invalid)/)
  const moved = async (url: string) => (await get(url)).headers.location
  for (const path of ['/docs/guide', '/docs/guide/']) {
    const first = await get(path)
    expect([first.statusCode, first.payload.includes('href="/onboarding/docs/guide/start"')]).toEqual([200, true])
    // A link relative to the page would lead elsewhere from one of the two.
    expect(first.payload).not.toMatch(/href="\.{0,2}\/?[\w-]+"/)
  }
  expect(await moved('/docs/guide/start.html')).toBe('/onboarding/docs/guide/start')
})

test('each page is there as Markdown, and llms.txt lists them all', async () => {
  const list = await get('/llms.txt')
  expect([list.statusCode, list.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const listed = [...list.payload.matchAll(/^- \[[^\]]+\]\((\S+\.md)\): \S.*\.$/gm)].map(([, url = '']) => url)
  expect(listed.length).toBeGreaterThan(15)
  for (const url of listed) {
    expect(url.startsWith(`${BELOW}/docs/guide/`)).toBe(true)
    const page = await get(new URL(url).pathname)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(page.payload).toMatch(/^# \S/)
  }
})

test.each(['nothing', 'nothing/below', '404', '..%2Findex.js', '__proto__'])(
  'there is a page for %s, which says so',
  async (path) => {
    const missing = await get(`/docs/guide/${path}`)
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await get(`/docs/guide/assets/${path}`)).statusCode).toBe(404)
  },
)

test('no link of the documentation is dead, and none leads to an anchor that is not there', async () => {
  const pages = new Map<string, string>()
  const dead: string[] = []
  const read = async (name: string) => {
    const known = pages.get(name)
    if (known !== undefined) return known
    const { statusCode, payload } = await get(`/docs/guide/${name}`)
    pages.set(name, statusCode === 200 ? payload : '')
    return pages.get(name) ?? ''
  }
  const follow = async (from: string) => {
    for (const [, href = ''] of (await read(from)).matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const url = new URL(href, `${BELOW}/docs/guide/${from}`)
      const [, name] = /^\/onboarding\/docs\/guide\/(.*)$/.exec(url.pathname) ?? []
      if (url.origin !== new URL(BELOW).origin || name === undefined) continue
      const isNew = !pages.has(name)
      const html = await read(name)
      if (html === '' || (url.hash && !html.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`)))
        dead.push(`${from}: ${href}`)
      if (isNew) await follow(name)
    }
  }
  await follow('')
  expect(dead).toEqual([])
  expect(pages.size).toBeGreaterThan(15)
})

const browser = useBrowser()

test('in a browser, the documentation can be searched, and its policy stops none of its scripts', async ({ skip }) => {
  if (typeof browser.opened === 'string') return skip(browser.opened)
  const server: Listening = await openListening()
  try {
    const view = await openPage(browser, { width: WIDTHS.desktop })
    const faults: string[] = []
    view.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    view.on('pageerror', (error) => faults.push(error.message))
    await view.goto(`${server.base}/docs/guide`)
    await view.getByRole('button', { name: 'Search' }).click()
    await view.getByRole('searchbox').fill('idempotency')
    await view.getByRole('option').first().click()
    await view.waitForURL('**/docs/guide/api**')
    await view.getByRole('heading', { level: 1, name: 'API guide' }).waitFor()
    expect(faults).toEqual([])
    await view.setViewportSize({ width: WIDTHS.phone, height: 844 })
    await look(view, { name: 'documentation', isScripted: false })
    await view.context().close()
  } finally {
    await server.close()
  }
})
