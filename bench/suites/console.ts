import { setTimeout as sleep } from 'node:timers/promises'
import { createHandrail, operations } from '@handrail/core'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { BROWSER_ARGUMENTS, browserProgram } from '../../test/browser/browser-files.ts'
import type { Databases, Prepared } from '../data/databases.ts'
import { fill } from '../data/fill.ts'
import { SECRET } from '../data/seed.ts'
import { type Server, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const { createUser } = operations

const ROUNDS = 5
const PASSWORD = 'correct horse battery'
const EMAIL = 'bench@example.com'
const FRAMES = 300
const PIXELS_A_FRAME = 90
const SETTLED_MS = 4000
const SHOWN_WITHIN_MS = 60_000

/** The pages of the console, each with a selector that appears once its data is loaded. */
const PLACES: Record<string, { path: string; shows: string }> = {
  Overview: { path: '', shows: '.figs b' },
  Enrollments: { path: '/enrollments', shows: 'tbody th a' },
  'Enrollments, stuck': { path: '/enrollments?status=stuck', shows: 'tbody th a' },
  'Enrollments, completed': { path: '/enrollments?status=completed', shows: 'tbody th a' },
  'Enrollments, by name': { path: '/enrollments?sort=contact_name', shows: 'tbody th a' },
  'Enrollments, searched': { path: '/enrollments?query=lan', shows: 'tbody th a' },
  Guides: { path: '/guides', shows: 'main a[href*="/guides/"]' },
  Contacts: { path: '/contacts', shows: 'tbody th a' },
  'Contacts, not finished': { path: '/contacts?status=unfinished', shows: 'tbody th a' },
  'Contacts, by name': { path: '/contacts?sort=name', shows: 'tbody th a' },
  // No contact matches.
  'Contacts, in no guide': { path: '/contacts?status=none', shows: '.tools ~ .card .empty' },
  'Contacts, searched': { path: '/contacts?query=lan', shows: 'tbody th a' },
  'Contacts, searched among those not finished': { path: '/contacts?query=lan&status=unfinished', shows: 'tbody th a' },
  'Contacts, nobody found among those not finished': {
    path: '/contacts?query=nobodyatall&status=unfinished',
    shows: '.tools ~ .card .empty',
  },
  Organisations: { path: '/organisations', shows: 'tbody th a' },
  'Organisations, by contacts': { path: '/organisations?sort=-contacts_count', shows: 'tbody th a' },
  Analytics: { path: '/analytics', shows: '.figs b' },
  Outbox: { path: '/outbox', shows: 'tbody td button' },
  'A contact': { path: '/contacts/CONTACT', shows: 'dl.kv dd' },
  'An organisation': { path: '/organisations/ORGANISATION', shows: 'tbody th a' },
  'An enrollment': { path: '/enrollments/ENROLLMENT', shows: '[role=tab]' },
  'Audit log': { path: '/settings/audit-log', shows: 'tbody th' },
  Members: { path: '/settings/members', shows: '.rows li, tbody th' },
}

const LONG = ['Enrollments', 'Contacts', 'Organisations', 'Outbox']

/** Measures the load times of pages in a large workspace, their scrolling, and the memory of the server. */
export async function measureConsole(databases: Databases, contacts: number): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  const ids = await fill(prepared)
  await addMember(prepared)
  const server = await startService(prepared.database)
  const browser = await playwright.launch({ executablePath: browserProgram(), args: BROWSER_ARGUMENTS, headless: true })
  try {
    const atStart = server.memory()
    const page = await signIn(browser, server)
    await measurePages(page, `${server.url}/w/${prepared.workspace_id}`, ids)
    const afterPages = server.memory()
    await measureScrolling(page, `${server.url}/w/${prepared.workspace_id}`)
    const what = 'resident memory (MB)'
    print('The server', [
      { what, 'at its start': atStart, 'after the pages': afterPages, 'after scrolling': server.memory() },
    ])
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function addMember({ database, workspace_id }: Prepared): Promise<void> {
  const handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  const bound = await handrail.asSystem(workspace_id)
  await bound.invoke(createUser, { email: EMAIL, name: 'Bench', role: 'admin', password: PASSWORD })
  await handrail.close()
}

async function signIn(browser: Browser, { url }: Server): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Resolves with the time at which an element appears, by the clock of the page. Rejects after a timeout. */
const SHOWN = (shows: string) => `new Promise((resolve, reject) => {
  const until = performance.now() + ${SHOWN_WITHIN_MS}
  const look = () => {
    if (document.querySelector(${JSON.stringify(shows)})) resolve(performance.now())
    else if (performance.now() > until) reject(new Error(location.pathname + ' does not show ' + ${JSON.stringify(shows)}))
    else requestAnimationFrame(look)
  }
  look()
})`

async function measurePages(page: Page, base: string, ids: Record<string, string>): Promise<void> {
  const rows = []
  for (const [what, { path, shows }] of Object.entries(PLACES)) {
    const address = `${base}${path.replace(/[A-Z]+$/, (name) => ids[name] ?? name)}`
    const loads: number[] = []
    const visits: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(address)
      loads.push(await page.evaluate<number>(SHOWN(shows)))
      visits.push(await visit(page, { base, address, shows }))
    }
    rows.push({ what, 'loaded (ms)': median(loads), 'visited from within (ms)': median(visits) })
  }
  print('From navigation to data, 100,000 contacts and enrollments', rows)
}

/** Opens a page from another page of the console, with only the script loaded. */
async function visit(
  page: Page,
  { base, address, shows }: Record<'base' | 'address' | 'shows', string>,
): Promise<number> {
  await page.goto(`${base}/settings/connections`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page.evaluate<number>(WITHIN(address, shows))
}

/** Navigates to another page without reloading the console. Resolves with the milliseconds until an element appears. */
const WITHIN = (address: string, shows: string) => `(async () => {
  const began = performance.now()
  history.pushState(null, '', ${JSON.stringify(address)})
  dispatchEvent(new PopStateEvent('popstate'))
  return (await ${SHOWN(shows)}) - began
})()`

async function measureScrolling(page: Page, base: string): Promise<void> {
  const rows = []
  await page.goto(`${base}/settings/members`)
  // The browser disposes of the previous page a second later, which delays the frames of this one.
  await sleep(SETTLED_MS)
  for (const what of LONG) {
    const { path, shows } = PLACES[what] ?? { path: '', shows: 'main' }
    await page.evaluate(WITHIN(`${base}${path}`, shows))
    const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
      const taken = []
      let last = performance.now()
      const step = (now) => {
        taken.push(now - last)
        last = now
        scrollBy(0, ${PIXELS_A_FRAME})
        taken.length < ${FRAMES} ? requestAnimationFrame(step) : resolve(taken.slice(1))
      }
      requestAnimationFrame(step)
    })`)
    const rendered = await page.locator('tbody tr[data-index]').count()
    const reached = await page.locator('tbody tr[data-index]').last().getAttribute('data-index')
    rows.push({
      what,
      'frames a second': (1000 * frames.length) / frames.reduce((sum, one) => sum + one, 0),
      'median frame (ms)': median(frames),
      'longest frame (ms)': Math.max(...frames),
      'rows reached': Number(reached),
      'rows in the page': rendered,
    })
  }
  print('Scrolling', rows)
}
