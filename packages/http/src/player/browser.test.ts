import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createHandrail, createWorkspace, getEnrollment, type Handrail, updateEnrollment } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { openBrowser, violationsOf, WIDTHS } from '../../../../test/browser.ts'
import { eventsOf } from '../../test/events.ts'
import { invite, payroll, publish } from '../../test/player.ts'
import { createApp } from '../app.ts'

/** Where to keep pictures of every page, for whoever wants to look at them. */
const PICTURES = process.env.HANDRAIL_TEST_PICTURES

let browser: Browser | string
let handrail: Handrail
let app: FastifyInstance
let base: string
let sample: Awaited<ReturnType<typeof payroll>>
beforeAll(async () => {
  browser = await openBrowser()
  handrail = await createHandrail({ database: ':memory:', upkeep: false })
  app = await createApp({ handrail })
  base = await app.listen({ port: 0, host: '127.0.0.1' })
  const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Larkspur' })
  sample = await payroll(handrail, data.id)
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
  await app.close()
  await handrail.close()
})

async function openPage(options: BrowserContextOptions): Promise<Page> {
  if (typeof browser === 'string') throw new Error(browser)
  return (await browser.newContext(options)).newPage()
}

const WAYS = [
  {
    name: 'phone',
    viewport: { width: WIDTHS.phone, height: 844 },
    javaScriptEnabled: true,
    colorScheme: 'light',
    locale: 'en-GB',
  },
  {
    name: 'script-less phone',
    viewport: { width: WIDTHS.phone, height: 844 },
    javaScriptEnabled: false,
    colorScheme: 'dark',
    locale: 'de-DE',
  },
  {
    name: 'desktop',
    viewport: { width: WIDTHS.desktop, height: 800 },
    javaScriptEnabled: true,
    colorScheme: 'dark',
    locale: 'de-DE',
  },
  {
    name: 'script-less desktop',
    viewport: { width: WIDTHS.desktop, height: 800 },
    javaScriptEnabled: false,
    colorScheme: 'light',
    locale: 'en-GB',
  },
  {
    name: 'narrow phone',
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: true,
    colorScheme: 'light',
    locale: 'fr-FR',
  },
] as const

/** The text of a button in the languages of the ways. */
const SAYS = {
  next: /^(Done, next step|Erledigt, weiter|C’est fait, suite)/,
  save: /^(Save, next step|Speichern, weiter|Enregistrer, suite)/,
  finish: /^(Done, finish|Erledigt, abschließen|C’est fait, terminer)/,
  send: /^(Send my answer|Antwort senden|Envoyer ma réponse)/,
  skip: /^(Skip|Überspringen|Passer)$/,
}

describe.each(WAYS)('on a $name, with JavaScript: $javaScriptEnabled, $colorScheme, $locale', (way) => {
  /** A page must fit the window, have no fault that axe knows, and load all that it names. */
  async function look(page: Page, name: string): Promise<void> {
    if (PICTURES) {
      mkdirSync(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `player-${way.name}-${name}.png`), fullPage: true })
    }
    // axe is a script itself.
    if (way.javaScriptEnabled) expect(await violationsOf(page), name).toEqual([])
    const width = await page.locator('html').evaluate((html) => html.scrollWidth)
    expect(width, `width of ${name}`).toBeLessThanOrEqual(way.viewport.width)
  }

  test('somebody who is invited gets from the link to the thanks', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const { path, id } = await sample.invite()
    const page = await openPage(way)
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    const press = (name: RegExp) => page.getByRole('button', { name }).click()

    await page.goto(base + path)
    await look(page, 'overview')
    await page.locator('.hero .go').click()
    await look(page, 'content')
    await press(SAYS.next)
    await look(page, 'video')
    await press(SAYS.next)
    await page.getByLabel('Company name').fill('Oakline Dental')
    await page.getByLabel(/^E-mail for payslip/).fill('pay@oaklinedental')
    await press(SAYS.save)
    await look(page, 'form-mistakes')
    expect(await page.getByLabel('Company name').inputValue()).toBe('Oakline Dental')
    await page.getByRole('alert').getByRole('link').first().click()
    await page.getByLabel(/^E-mail for payslip/).fill('pay@oaklinedental.example')
    await page.getByLabel('Monthly').check()
    await page.getByLabel('People on the payroll').fill('24')
    await page.getByLabel('I agree to the terms').check()
    await press(SAYS.save)
    await look(page, 'embed')
    await page.getByRole('link', { name: SAYS.skip }).click()
    for (const item of ['Everybody has a start date', 'Pension choices are set', 'Hourly rates match']) {
      await page.getByRole('button', { name: item }).click()
      await page.getByRole('button', { name: item, pressed: true }).waitFor()
    }
    await look(page, 'checklist')
    await press(SAYS.next)
    await look(page, 'link')
    await press(SAYS.finish)
    await look(page, 'finish')
    await page.getByRole('radio', { name: '6' }).check()
    await press(SAYS.send)
    await look(page, 'thanks')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Maya')
    await page.goto(`${base}${path}/answers`)
    await look(page, 'answers')
    await page.goto(base + path)
    await look(page, 'overview-done')

    expect((await sample.bound.invoke(getEnrollment, { id })).data).toMatchObject({ status: 'completed', ces_score: 6 })
    const expired = await sample.invite()
    await sample.bound.invoke(updateEnrollment, { id: expired.id, status: 'expired' })
    await page.goto(base + expired.path)
    await look(page, 'expired')
    await page.goto(`${base}/g/nothing`)
    await look(page, 'unknown')
    // The browser notes a refused form as an error; a blocked or missing file would be another.
    expect(faults.filter((fault) => !/status of 4(22|04|10)/.test(fault))).toEqual([])
  }, 120_000)
})

const phone = { viewport: { width: WIDTHS.phone, height: 844 }, locale: 'en-GB' }

function needsBrowser({ skip }: Pick<TestContext, 'skip'>): void {
  if (typeof browser === 'string') skip(browser)
}

test('the first page is under 60 KB over the wire, its script under 20, and nothing shifts', async (context) => {
  needsBrowser(context)
  const { path } = await sample.invite()
  const page = await openPage(phone)
  const sizes: Record<string, number> = {}
  page.on('response', async (response) => {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes()
    sizes[new URL(response.url()).pathname.split('.')[1] ?? 'page'] = responseBodySize + responseHeadersSize
  })
  await page.goto(base + path, { waitUntil: 'networkidle' })
  expect(Object.keys(sizes).sort()).toEqual(['css', 'js', 'page'])
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
  expect(sizes.js).toBeLessThan(20_000)
  const shift = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => resolve(0), 200))`
  expect(await page.evaluate(shift)).toBe(0)
}, 30_000)

test('a program that runs scripts is no person; whoever clicks, scrolls or types is, once a day', async (context) => {
  needsBrowser(context)
  const { path, id } = await sample.invite()
  const types = async () => (await eventsOf({ handrail }, id)).map(({ type }) => type)
  const page = await openPage(phone)
  await page.goto(base + path, { waitUntil: 'networkidle' })
  await page.evaluate(`dispatchEvent(new Event('keydown'))`)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await types()).toEqual(['enrollment.created'])
  const told = page.waitForResponse((response) => response.url().endsWith('/open'))
  await page.mouse.wheel(0, 50)
  expect((await told).status()).toBe(204)
  await page.reload({ waitUntil: 'networkidle' })
  await page.mouse.wheel(0, 50)
  await page.keyboard.press('Tab')
  expect(await types()).toEqual(['enrollment.created', 'enrollment.started', 'guide.viewed'])
}, 30_000)

test('a double click is one, and what is typed or ticked without a connection arrives with it', async (context) => {
  needsBrowser(context)
  const { path, id } = await sample.invite()
  const place = (title: string) => `${base}${path}/steps/${sample.steps.find((step) => step.title === title)?.id}`
  const page = await openPage(phone)
  await page.goto(place('How the next two weeks work'))
  await page.getByRole('button', { name: SAYS.next }).dblclick()
  await page.getByRole('heading', { name: 'Take the tour' }).waitFor()
  const done = (await eventsOf({ handrail }, id)).filter(({ type }) => type === 'step.completed')
  expect(done).toHaveLength(1)

  await page.goto(place('Check contracts and rates'))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Everybody has a start date' }).click()
  await page.getByText('Not saved yet').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Saved just now').waitFor()
  await page.getByText('1 of 3 ticked').waitFor()
  await page.reload()
  expect(await page.getByRole('button', { name: 'Everybody has a start date' }).getAttribute('aria-pressed')).toBe(
    'true',
  )

  await page.goto(place('Company details'))
  await page.context().setOffline(true)
  await page.getByLabel('Company name').fill('Oakline')
  await page.getByText('Not saved yet').waitFor()
  await page.getByLabel('Monthly').check()
  await page.context().setOffline(false)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByLabel('Company name').inputValue()).toBe('Oakline')
  expect(await page.getByLabel('Monthly').isChecked()).toBe(true)
}, 60_000)

/** What has the focus, as a page tells it. */
const FOCUSED = `(() => {
  const { activeElement: focused } = document
  const { top, bottom } = focused.getBoundingClientRect()
  return { text: focused === document.body ? '' : focused.textContent + ' ' + focused.name, top, bottom }
})()`

test('a keyboard is enough', async (context) => {
  needsBrowser(context)
  const { path } = await sample.invite()
  const page = await openPage({ viewport: { width: WIDTHS.desktop, height: 800 }, locale: 'en-GB' })
  /** Moves on until something with these words has the focus, which must not be under what sticks. */
  async function tabTo(words: RegExp): Promise<void> {
    for (let turns = 0; turns < 60; turns++) {
      await page.keyboard.press('Tab')
      const { text, top, bottom } = await page.evaluate<{ text: string; top: number; bottom: number }>(FOCUSED)
      if (!words.test(text)) continue
      expect(top >= 0 && bottom <= 800, `${words} is in sight`).toBe(true)
      return
    }
    throw new Error(`No tab leads to ${words}`)
  }
  const enter = async (name: string) => {
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await page.goto(base + path)
  await tabTo(/Start/)
  await enter('How the next two weeks work')
  await tabTo(/Done, next step/)
  await enter('Take the tour')
  await tabTo(/Play the video/)
  await tabTo(/Done, next step/)
  await enter('Company details')
  for (const [field, typed] of [
    [/ f0$/, 'Oakline'],
    [/ f1$/, 'pay@oakline.example'],
    [/ f2$/, ' '],
    [/ f4$/, '24'],
    [/ f11$/, ' '],
  ] as const) {
    await tabTo(field)
    await page.keyboard.type(typed)
  }
  await tabTo(/Save, next step/)
  await enter('Choose your benefits')
}, 60_000)

test('Arabic words run from right to left, and turn nothing else', async (context) => {
  needsBrowser(context)
  const guide = await publish(sample.bound, {
    title: 'مرحبا بكم',
    sections: [{ title: 'البداية', steps: [{ title: 'اقرأ هذا', content: { markdown: 'أهلا **بكم**\n\n- واحد' } }] }],
  })
  const { path } = await invite(sample.bound, guide.id, { first_name: '\u202eamaM' })
  const page = await openPage(phone)
  await page.goto(base + path)
  const direction = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction)
  expect(await direction('h1')).toBe('rtl')
  expect(await direction('.hero')).toBe('ltr')
  expect(await page.locator('.lead').first().textContent()).toBe('Hello \u2068\u202eamaM\u2069,')
  await page.locator('.hero .go').click()
  expect(await direction('.md p')).toBe('rtl')
  expect(await violationsOf(page)).toEqual([])
}, 30_000)
