import { operations } from '@handrail/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { walkGuide } from '../../../test/browser/walk.ts'
import { handsOf, look, openWindow, type Served, serve, type Way } from './workplace.ts'

const { issueSetUpLink } = operations

const WAYS: Way[] = [
  { name: 'desktop', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone', width: WIDTHS.phone, colorScheme: 'dark' },
]

describe.each(WAYS)('a new team in the console, $name in $colorScheme', (way) => {
  let browser: Browser | string
  let served: Served
  beforeAll(async () => {
    // One for each way: this build of Chromium keeps the cookies of a single context apart from nobody.
    browser = await openBrowser()
    served = await serve({})
  })
  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close()
    await served.close()
  })

  test('the first hour: a team sets up, and its first contact completes a guide', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const faults: string[] = []
    const page = await openWindow(browser, way, faults)
    const { heading, press, said, choose, visit } = handsOf(page, way)
    await setUp(page, served)
    await heading('Overview')
    await page.getByRole('heading', { name: 'Your first customer, step by step' }).waitFor()
    await page.getByText('0 of 5 done').waitFor()
    if (way.width === WIDTHS.desktop) await page.getByRole('link', { name: 'Getting started 0 of 5' }).waitFor()
    await look(page, way, 'first-steps')
    expect(await scriptBytes(page)).toBeLessThan(250_000)

    // Who wants to look around first hides the list, and finds it again by searching.
    await press('Hide this list')
    await page.getByRole('heading', { name: 'Your first customer, step by step' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: /^Getting started/ }).count()).toBe(0)
    await look(page, way, 'overview-empty')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('first steps')
    await page.getByRole('option', { name: 'Show the first steps' }).click()
    await page.getByRole('heading', { name: 'Your first customer, step by step' }).waitFor()

    await choose('Guides')
    await heading('Guides')
    await page.getByText('No guide yet').waitFor()
    await look(page, way, 'guides-empty')
    await choose('Overview')
    if (way.width === WIDTHS.desktop) {
      await press('All templates')
      await page.getByRole('radio', { name: 'SaaS kick-off' }).check()
      await look(page, way, 'new-guide')
      await press('Create guide')
    } else await page.getByRole('button', { name: 'SaaS kick-off' }).click()
    await heading('Your first two weeks')
    await look(page, way, 'editor')

    await page.getByLabel('Title of the step').fill('How the first month works')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await press('Add a step Say hello')
    await page.getByRole('menuitem', { name: 'Checklist' }).click()
    // The step before stays open until the new one is there.
    await expect.poll(() => page.getByLabel('Title of the step').inputValue()).toBe('')
    await page.getByLabel('Title of the step').fill('Checklist')
    await press('Add an item')
    await page.getByRole('textbox', { name: 'Item 1' }).fill('Watch the tour')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await look(page, way, 'editor-checklist')
    // The last input is still being sent.
    const saving = Promise.withResolvers<void>()
    await page.route('**/console/operations/update_guide', (route) => saving.promise.then(() => route.continue()))
    await page.getByRole('textbox', { name: 'Item 1' }).fill('Watch the whole tour')
    await page.getByRole('status').filter({ hasText: 'Saving…' }).waitFor()
    await press('Publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).waitFor()
    saving.resolve()
    await look(page, way, 'publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await said('Your first two weeks is live')

    await tryGuide(page, way, served.base)
    await visit('Back to the guides')
    await heading('Guides')
    await look(page, way, 'guides')
    await choose('Contacts')
    await heading('Contacts')
    await press('Add contact')
    await page.getByLabel('First name').fill('Maya')
    await page.getByLabel('Last name').fill('Osei')
    await page.getByLabel('E-mail address').fill('maya.osei')
    await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click()
    await page.getByRole('alert').waitFor()
    await look(page, way, 'contact-refused')
    await page.getByLabel('E-mail address').fill('maya.osei@oakline.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click()
    await heading('Maya Osei')
    await look(page, way, 'contact')

    await press('Enroll in a guide')
    await page.getByLabel('Guide', { exact: true }).selectOption('Your first two weeks')
    await look(page, way, 'enroll')
    await press('Enroll')
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    await look(page, way, 'enrolled')
    await press('Done')
    await page.getByText('Enrolled in “Your first two weeks”').waitFor()
    await page.getByRole('link', { name: 'Your first two weeks' }).click()
    await page.getByRole('tab', { name: 'Steps and answers' }).waitFor()
    await page.getByText('Watch the whole tour').or(page.getByText('How the first month works')).first().waitFor()
    await look(page, way, 'enrollment')
    await press('Copy link')
    await page.getByText('Copied').waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))

    await choose('Customers')
    await press('By person')
    const row = page.getByRole('row').filter({ hasText: 'Maya Osei' })
    await row.getByText('0%', { exact: true }).waitFor()
    await finishAsContact(way, served.base + link.pathname)
    // Without being loaded anew: the server tells the page.
    await row.getByText('100%', { exact: true }).waitFor()
    await row.getByRole('link', { name: 'Maya Osei' }).click()
    await page.getByText('7 of 7 steps').waitFor()
    await page.getByText('Oakline Dental').first().waitFor()
    await look(page, way, 'enrollment-completed')
    await choose('Overview')
    await page.getByRole('term').filter({ hasText: 'Median days to finish' }).waitFor()
    await page.getByLabel('Period').selectOption('Last 26 weeks')
    await page.waitForURL(/weeks=.*26/)
    await page.locator('.chart + div tbody tr').nth(25).waitFor({ state: 'attached' })
    await look(page, way, 'overview')
    // The browser notes a refused form as an error; a blocked or missing file would be another.
    expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([])
  }, 180_000)
})

/** The first account and its workspace, by the link that the first start prints. */
async function setUp(page: Page, { handrail, base }: Served): Promise<void> {
  const { data } = await (await handrail.asSystem()).invoke(issueSetUpLink, {})
  const { pathname, search } = new URL(data.url)
  await page.goto(`${base}${pathname}${search}`)
  await page.getByLabel('Name of the workspace').fill('Larkspur')
  await page.getByLabel('Your name').fill('Olga Owner')
  await page.getByLabel('E-mail address').fill('olga@larkspur.example')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Set up Handrail' }).click()
}

/** Follows the code that is for a phone, does the first step there, and comes back: nothing of it is kept. */
async function tryGuide(page: Page, way: Way, base: string): Promise<void> {
  const { press, heading, visit } = handsOf(page, way)
  const code = page.getByRole('button', { name: 'On my phone' })
  if (!(await code.isVisible())) await press('Preview')
  await code.click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await look(page, way, 'on-my-phone')
  await press('Copy the address')
  await page.getByText('Copied').waitFor()
  const { pathname, search } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  await page.goto(`${base}${pathname}${search}`)
  await heading('Your first two weeks')
  const guide = page.frameLocator('iframe')
  await guide.locator('.hero .go').click()
  const first = guide.getByRole('heading', { level: 1, name: 'How the first month works' })
  await first.waitFor()
  await look(page, way, 'trial')
  await guide.locator('.foot button.go:visible').click()
  await first.waitFor({ state: 'detached' })
  await visit('Back to the editor')
  await page.getByRole('link', { name: 'Back to the guides' }).waitFor()
}

/** Follows the link as the contact, in another browser: every step of the guide, to the last page. */
async function finishAsContact(way: Way, address: string): Promise<void> {
  const browser = await openBrowser()
  if (typeof browser === 'string') throw new Error(browser)
  try {
    const page = await openWindow(browser, way)
    expect(await walkGuide(page, address, async () => {})).toHaveLength(7)
  } finally {
    await browser.close()
  }
}

/** The size of the transferred scripts. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate<number>(
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
  )
}
