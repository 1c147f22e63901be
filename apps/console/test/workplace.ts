import { type Bound, createHandrail, type Handrail, type HandrailOptions, operations } from '@handrail/core'
import { createApp } from '@handrail/http'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { look as lookAt, openBrowser, openPage } from '../../../test/browser/browser.ts'
import { consoleFolder } from './console-folder.ts'

const { createUser, createWorkspace } = operations

const PASSWORD = 'correct horse battery'

/** A server with the built console. */
export interface Served {
  handrail: Handrail
  base: string
  close(): Promise<void>
}

export interface Workplace extends Served {
  workspace_id: string
  /** Acts in the workspace with all rights. */
  system: Bound
  /** Stops the server and starts it again over the same database, which has to be a file. */
  restart(): Promise<void>
}

const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const

type Options = { deliver?: boolean } & Partial<Pick<HandrailOptions, 'mail' | 'replies' | 'database' | 'now'>>

/** The built console over a workspace with a member of each role: `viewer@example.com` and so on. */
export async function openWorkplace(options: Options = {}): Promise<Workplace> {
  let served = await serve(options)
  const { base } = served
  const owner = { email: 'owner@example.com', name: 'Olga Owner', password: PASSWORD }
  const { data } = await (await served.handrail.asSystem()).invoke(createWorkspace, { name: 'Larkspur', owner })
  const system = await served.handrail.asSystem(data.id)
  for (const role of ['viewer', 'editor', 'admin'] as const)
    await system.invoke(createUser, { email: `${role}@example.com`, name: `${role} person`, role, password: PASSWORD })
  const place: Workplace = {
    handrail: served.handrail,
    base,
    workspace_id: data.id,
    system,
    async restart() {
      await served.close()
      served = await serve(options, Number(new URL(base).port))
      place.handrail = served.handrail
      place.system = await served.handrail.asSystem(data.id)
    },
    close: () => served.close(),
  }
  return place
}

/** Nobody has set it up yet, where `openWorkplace` does not. */
export async function serve(
  { deliver = false, database = ':memory:', ...options }: Options,
  port = 0,
): Promise<Served> {
  const folder = consoleFolder()
  const handrail = await createHandrail({ database, upkeep: false, webhooks: { deliver }, ...options })
  const app = await createApp({ handrail, consoleFolder: folder })
  return {
    handrail,
    base: await app.listen({ port, host: '127.0.0.1' }),
    async close() {
      // Together: an import goes on while requests are waited for.
      await Promise.all([app.close(), handrail.close()])
    },
  }
}

/** A workplace for the tests of a group, and a browser for each: this build of Chromium forgets a second context's cookies. */
export function useWorkplace(options: Options = {}): { place: Workplace; browser: Browser | string } {
  // Filled before the first test.
  const here = {} as { place: Workplace; browser: Browser | string }
  beforeAll(async () => {
    here.place = await openWorkplace(options)
    return () => here.place.close()
  })
  beforeEach(async () => {
    here.browser = await openBrowser()
  })
  afterEach(async () => {
    if (typeof here.browser !== 'string') await here.browser.close()
  })
  return here
}

interface Screen {
  name: string
  width: number
  colorScheme: 'light' | 'dark'
}

export interface Way extends Screen {
  locale?: string
  /** Those on which each page that is looked at is laid out too, without a visit for each. */
  also?: readonly Screen[]
}

const HEIGHT = 800

interface Entry {
  way: Way
  role?: (typeof ROLES)[number]
  /** The page of the workspace that is wanted, such as `/contacts`; the overview by default. */
  path?: string
  /** What the page complains of is added. */
  faults?: string[]
}

/** A page of a browser of its own, signed in. */
export async function enter(browser: Browser, place: Workplace, { way, role, path, faults }: Entry): Promise<Page> {
  const page = await openWindow(browser, way, faults)
  await signIn(page, place, role, path)
  return page
}

/** An empty page of somebody of whom nothing is known yet. */
export async function openWindow(browser: Browser, way: Way, faults: string[] = []): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  // Colours that change by and by have a contrast of neither.
  const usual = { height: HEIGHT, locale: 'en-GB', permissions, reducedMotion: 'reduce' } as const
  const page = await openPage({ opened: browser }, { ...usual, ...way })
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => faults.push(error.message))
  return page
}

/** Ends where the page of the console that was wanted begins. */
export async function signIn(
  page: Page,
  { base, workspace_id }: Workplace,
  role: Entry['role'] = 'owner',
  path?: string,
): Promise<void> {
  await page.goto(path === undefined ? base : `${base}/w/${workspace_id}${path}`)
  // The page is in the language of the browser.
  await page.locator('[name=email]').fill(`${role}@example.com`)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('main').getByRole('button').click()
}

/** See `look` of all browser tests. */
export async function look(page: Page, way: Way, what: string): Promise<void> {
  const show = async ({ width, colorScheme }: Screen) => {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ colorScheme })
  }
  await lookAt(page, { name: `${way.name}-${what}`, isScripted: true })
  for (const screen of way.also ?? []) {
    await show(screen)
    await lookAt(page, { name: `${screen.name}-${what}`, isScripted: true })
  }
  if (way.also) await show(way)
}

/** The actions of a person on a page. */
export function handsOf(page: Page, { name }: Way) {
  return {
    heading: (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor(),
    press: (text: string) => page.getByRole('button', { name: text, exact: true }).click(),
    visit: (text: string) => page.getByRole('link', { name: text, exact: true }).click(),
    /** A short message at the edge of the page. */
    said: (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor(),
    /** Goes to a place of the navigation. */
    async choose(text: string) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: text }).first()
      if (name.startsWith('phone') && !(await link.isVisible())) {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        const sheet = page.getByRole('dialog')
        await sheet.getByRole('link', { name: 'Settings' }).waitFor()
        if (await sheet.getByRole('link', { name: text }).isVisible())
          return sheet.getByRole('link', { name: text }).click()
        await sheet.getByRole('link', { name: 'Settings' }).click()
        return page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: text }).click()
      }
      return link.click()
    },
  }
}

/** Presses what moves the selection; the editor has heard of that when the page was drawn: keys of a script come sooner. */
export async function move(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  )
}
