import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { BROWSER_ARGUMENTS, browserProgram } from './browser-files.ts'

/** Where to keep pictures of every page, for whoever wants to look at them. */
const PICTURES = process.env.HANDRAIL_TEST_PICTURES

/** A page of a test lives for seconds: compilers that optimise its scripts cost more than they save. */
const INTERPRETED = '--js-flags=--no-opt --no-maglev'

export const WIDTHS = { phone: 390, desktop: 1280 } as const

/**
 * A browser from the package registry.
 * @returns the reason, where the package has none for this kind of machine
 * @throws Error where it has one that does not start
 */
export async function openBrowser(): Promise<Browser | string> {
  if (process.platform !== 'linux') return 'the package holds a browser for Linux alone'
  const start = () =>
    playwright.launch({ executablePath: browserProgram(), args: [...BROWSER_ARGUMENTS, INTERPRETED], headless: true })
  // In a process of its own it sometimes crashes before it has begun, which is no matter of ours.
  return start().catch(start)
}

/** A browser for the tests of a file. @returns what is filled when they begin: as `openBrowser` returns it */
export function useBrowser(): { opened: Browser | string } {
  const held: { opened: Browser | string } = { opened: 'no browser is open yet' }
  beforeAll(async () => {
    held.opened = await openBrowser()
  }, 60_000)
  afterAll(async () => {
    if (typeof held.opened !== 'string') await held.opened.close()
  })
  return held
}

/** A page of its own for somebody who comes this way. @param way has `height` 844 where it names none */
export async function openPage(
  { opened }: { opened: Browser | string },
  { width, height = 844, ...options }: BrowserContextOptions & { width: number; height?: number },
): Promise<Page> {
  if (typeof opened === 'string') throw new Error(opened)
  const context = await opened.newContext({ ...options, viewport: { width, height } })
  return context.newPage()
}

/** Does what leads to another page, and waits until that has loaded: what is read next is not the page before. */
export async function arrive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent('load')
  await Promise.all([loaded, act()])
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** The subject of the screenshot. */
interface Sight {
  /** Of the picture. */
  name: string
  /** Whether the page may run scripts, as axe must. */
  isScripted: boolean
  /** The rules of axe; all by default. */
  rules?: readonly string[]
}

/** A page must fit the window, and have no fault that axe knows. */
export async function look(page: Page, { name, isScripted, rules }: Sight): Promise<void> {
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
  }
  if (isScripted) expect(await violationsOf(page, rules), name).toEqual([])
  const shown = page.viewportSize()?.width ?? 0
  const width = await page.locator('html').evaluate((html) => html.scrollWidth)
  expect(width, `width of ${name}`).toBeLessThanOrEqual(shown)
  // An element with its own scroll bar would hide that the page is too wide.
  for (const dialog of await page.getByRole('dialog').all()) {
    const box = await dialog.boundingBox()
    expect(box ? box.x + box.width : 0, `the right edge of the dialog of ${name}`).toBeLessThanOrEqual(shown)
  }
}

/**
 * The violations that axe finds on a page, a line each, also with a policy against scripts.
 * @param rules those to be tried; all when not given /
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Handed to the page by the debugger, which no policy of the page forbids.
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await run(`globalThis.axe || (() => { ${axe.source} })();undefined`)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const found = await run(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`,
  )
  await session.detach()
  return found
}
