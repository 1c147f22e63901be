import { completeOwnStep, listEnrollments, readOwnGuide, submitForm, submitScore, tickItem } from '@handrail/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, WIDTHS } from '../../../../test/browser.ts'
import { enter, handsOf, look, openWorkplace, type Way, type Workplace } from './workplace.ts'

const WAYS: Way[] = [
  { name: 'desktop', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone', width: WIDTHS.phone, colorScheme: 'dark' },
]

describe.each(WAYS)('the console, $name in $colorScheme', (way) => {
  let browser: Browser | string
  let place: Workplace
  beforeAll(async () => {
    // One for each way: this build of Chromium keeps the cookies of a single context apart from nobody.
    browser = await openBrowser()
    place = await openWorkplace()
  })
  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close()
    await place.close()
  })

  test('a team goes from nothing to a contact who has finished', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const faults: string[] = []
    const page = await enter(browser, place, { way, faults })
    const { heading, press, said, choose, visit } = handsOf(page, way)
    await heading('Overview')
    await page.getByRole('heading', { name: 'Your first customer, step by step' }).waitFor()
    await look(page, way, 'first-steps')
    expect(await scriptBytes(page)).toBeLessThan(250_000)

    await page.getByRole('link', { name: 'New guide' }).click()
    await heading('Guides')
    await page.getByText('No guide yet').waitFor()
    await look(page, way, 'guides-empty')
    await press('New guide')
    await page.getByRole('radio', { name: 'SaaS kick-off' }).check()
    await look(page, way, 'new-guide')
    await press('Create guide')
    await heading('Your first two weeks')
    await look(page, way, 'editor')

    await page.getByLabel('Title of the step').fill('How the first month works')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await press('Add a step Say hello')
    await page.getByRole('menuitem', { name: 'Checklist' }).click()
    await press('Add an item')
    await page.getByRole('textbox', { name: 'Item 1' }).fill('Watch the tour')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await look(page, way, 'editor-checklist')
    await press('Publish')
    await look(page, way, 'publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await said('Your first two weeks is live')

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
    await page.getByRole('heading', { name: 'What became of it' }).waitFor()
    await look(page, way, 'enrolled')
    await press('Done')
    await page.getByRole('link', { name: 'Your first two weeks' }).click()
    await page.getByRole('tab', { name: 'Steps and answers' }).waitFor()
    await page.getByText('Watch the tour').or(page.getByText('How the first month works')).first().waitFor()
    await look(page, way, 'enrollment')

    await choose('Enrollments')
    const row = page.getByRole('row').filter({ hasText: 'Maya Osei' })
    await row.getByText('0%', { exact: true }).waitFor()
    await finishAsContact(page, place)
    // Without being loaded anew: the server tells the page.
    await row.getByText('100%', { exact: true }).waitFor()
    await row.getByRole('link', { name: 'Maya Osei' }).click()
    await page.getByText('7 of 7 steps').waitFor()
    await page.getByText('Half as long a meeting').first().waitFor()
    await look(page, way, 'enrollment-completed')
    await choose('Overview')
    await page.getByText('Median days to finish').waitFor()
    await look(page, way, 'overview')
    // The browser notes a refused form as an error; a blocked or missing file would be another.
    expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([])
  }, 180_000)
})

/** What the contact does, in a window of their own: every step of the guide, in the way of its type. */
async function finishAsContact(page: Page, place: Workplace): Promise<void> {
  const { data } = await place.system.invoke(listEnrollments, {})
  const contact = await place.handrail.asContact(data[0]?.access_token ?? '')
  const window = await page.context().newPage()
  await window.goto(`${place.base}/g/${data[0]?.access_token}`)
  await window.getByRole('heading', { level: 1 }).waitFor()
  await window.close()
  const { data: own } = await contact.invoke(readOwnGuide, {})
  for (const step of own.view?.guide.sections.flatMap(({ steps }) => steps) ?? []) {
    for (const item of (step.content.items ?? []).keys())
      await contact.invoke(tickItem, { step_id: step.id, item, ticked: true })
    if (step.type !== 'form') await contact.invoke(completeOwnStep, { step_id: step.id })
    else await contact.invoke(submitForm, { step_id: step.id, answers: answersTo(step.content.fields ?? []) })
  }
  await contact.invoke(submitScore, { score: 6 })
}

function answersTo(fields: readonly { name: string; kind: string; options?: readonly string[] | undefined }[]) {
  const answer = (kind: string, options: readonly string[] = []) => {
    if (kind === 'date') return '2027-01-04'
    return kind === 'choice' ? (options[0] ?? '') : 'Half as long a meeting'
  }
  return Object.fromEntries(fields.map(({ name, kind, options }) => [name, answer(kind, options)]))
}

/** How much script has come over the wire. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate<number>(
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
  )
}
