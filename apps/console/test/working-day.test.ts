import { operations } from '@handrail/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { common as germanCommon } from '../src/i18n/de/common.ts'
import { nav as germanNav } from '../src/i18n/de/frame.ts'
import { inbox as germanInbox } from '../src/i18n/de/inbox.ts'
import { messages as germanMessages } from '../src/i18n/de/messages.ts'
import { review as germanReview } from '../src/i18n/de/review.ts'
import { work as germanWork } from '../src/i18n/de/work.ts'
import { common as englishCommon } from '../src/i18n/en/common.ts'
import { nav as englishNav } from '../src/i18n/en/frame.ts'
import { inbox as englishInbox } from '../src/i18n/en/inbox.ts'
import { messages as englishMessages } from '../src/i18n/en/messages.ts'
import { review as englishReview } from '../src/i18n/en/review.ts'
import { work as englishWork } from '../src/i18n/en/work.ts'
import { enter, handsOf, look, openWorkplace, type Way, type Workplace } from './workplace.ts'

const {
  askQuestion,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  getEnrollmentSteps,
  listColleagues,
  listMessages,
  listWork,
  publishGuide,
  submitForm,
  updateWorkspace,
} = operations

const TEXTS = {
  en: {
    common: englishCommon,
    inbox: englishInbox,
    nav: englishNav,
    messages: englishMessages,
    review: englishReview,
    work: englishWork,
  },
  de: {
    common: germanCommon,
    inbox: germanInbox,
    nav: germanNav,
    messages: germanMessages,
    review: germanReview,
    work: germanWork,
  },
}
const WAYS: (Way & { language: 'en' | 'de' })[] = [
  { name: 'desktop-day', width: WIDTHS.desktop, colorScheme: 'light', language: 'en', locale: 'en-GB' },
  { name: 'phone-day', width: WIDTHS.phone, colorScheme: 'dark', language: 'de', locale: 'de-DE' },
]
/** How long ago the customers were enrolled. */
const DAYS = 3

/** Each label of the bar at the bottom is on one line, and within its part. */
async function barFits(page: Page) {
  const bar = page.locator('.phone-bar')
  for (const width of [320, WIDTHS.phone]) {
    await page.setViewportSize({ width, height: 800 })
    const wide = await bar.evaluate((place) =>
      [...place.children].flatMap((part) => {
        const text = document.createRange()
        text.selectNodeContents(part.querySelector('span[aria-hidden]:not(.badge)') ?? part.childNodes[1] ?? part)
        const { width, height } = text.getBoundingClientRect()
        return width <= part.clientWidth && height < 20 ? [] : [`${part.textContent} ${width} ${height}`]
      }),
    )
    expect(wide, `${width} pixels`).toEqual([])
  }
}

const due = (days: number) => ({ due: { days, from: 'enrolled', calendar_days: true } })

describe.each(WAYS)('the day of a member, $name in $language', (way) => {
  const { common, inbox, nav, messages, review, work } = TEXTS[way.language]
  /** Real time, put back by days while the customers are enrolled. */
  let behind = DAYS * 86_400_000
  let place: Workplace
  let browser: Browser | string
  beforeAll(async () => {
    place = await openWorkplace({ now: () => new Date(Date.now() - behind) })
    browser = await openBrowser()
  }, 60_000)
  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close()
    await place.close()
  })

  /** Two customers of the editor: of one a step is late, one is due today, and an answer waits; the other has a question. */
  async function planned() {
    const { system, handrail } = place
    await system.invoke(updateWorkspace, { default_language: way.language, time_zone: 'UTC' })
    const field = { name: 'size', label: 'How many people?', kind: 'text' as const, required: true }
    const { data: guide } = await system.invoke(createGuide, {
      title: 'Go live with Larkspur',
      sections: [
        {
          title: 'Connect your data',
          steps: [
            { title: 'Who signs in', type: 'form', content: { fields: [field] }, needs_review: true },
            { title: 'Set up the test area', responsible: 'team', ...due(1) },
            { title: 'Check the row limit', responsible: 'team', internal: true, ...due(DAYS) },
            { title: 'Training for managers', responsible: 'team', ...due(60) },
          ],
        },
      ],
    })
    const { sections } = (await system.invoke(publishGuide, { id: guide.id })).data
    const [form = ''] = sections.flatMap(({ steps }) => steps.map(({ id }) => id))
    const editor = (await system.invoke(listColleagues, {})).data.find(({ name }) => name === 'editor person')
    const enrolled = async (organisation: string, first_name: string) => {
      const { data: own } = await system.invoke(createOrganisation, { name: organisation })
      const person = { email: `${first_name}@day.example`, first_name, organisation_id: own.id }
      const { data: contact } = await system.invoke(createContact, person)
      const given = { contact_id: contact.id, guide_id: guide.id, assignee_id: editor?.user_id }
      const { data } = await system.invoke(createEnrollment, given)
      return { id: data.id, contact: await handrail.asContact(data.access_token) }
    }
    const harbour = await enrolled('Harbour & Finch', 'Maya')
    const northwind = await enrolled('Northwind Logistics', 'Ingrid')
    behind = 0
    await harbour.contact.invoke(submitForm, { step_id: form, answers: { size: '40' } })
    await northwind.contact.invoke(askQuestion, { step_id: form, body: 'Does the board count?' })
    return { harbour: harbour.id, northwind: northwind.id }
  }

  test('starts with My work and ends with nothing due', async ({ skip }) => {
    if (typeof browser === 'string') return skip(browser)
    const { harbour, northwind } = await planned()
    const faults: string[] = []
    const page = await enter(browser, place, { way, role: 'editor', faults })
    const { heading, said } = handsOf(page, way)
    const link = page.getByRole('link', { name: nav.work }).filter({ visible: true })
    // The bar of a phone has no room for a number.
    const counted = (count: string) =>
      way.width === WIDTHS.phone ? link.waitFor() : link.getByText(count, { exact: true }).waitFor()
    await counted('8')
    if (way.width === WIDTHS.phone) await barFits(page)
    await link.click()
    await heading(nav.work)
    const bell = page.getByText(inbox.new_other.replace('{{count}}', '3'), { exact: true }).first()
    await bell.waitFor({ state: 'attached' })
    const group = (name: string) =>
      page.getByRole('region').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name} \\d+$`) }) })
    const row = (customer: string, text: string) =>
      page.getByRole('listitem').filter({ hasText: customer }).filter({ hasText: text })
    await group(work.group.late).waitFor()
    const late = work.days_late_other.replace('{{count}}', '2')
    expect(await group(work.group.late).getByText(late).count()).toBe(2)
    expect(await group(work.group.today).getByRole('listitem').count()).toBe(4)
    expect(await group(work.group.later).getByRole('listitem').count()).toBe(2)
    await look(page, way, 'morning')

    // What is late first, then what is for today.
    for (const step of ['Set up the test area', 'Check the row limit'])
      for (const customer of ['Harbour & Finch', 'Northwind Logistics']) {
        await row(customer, step)
          .getByRole('button', { name: work.mark_done.replace('{{step}}', step) })
          .click()
        await row(customer, step).waitFor({ state: 'detached' })
      }
    await said(common.step_done.replace('{{step}}', 'Check the row limit'))
    await group(work.group.late).waitFor({ state: 'detached' })
    await row('Harbour & Finch', 'Who signs in')
      .getByRole('button', { name: work.review_step.replace('{{step}}', 'Who signs in') })
      .click()
    const panel = page.getByRole('dialog', { name: 'Who signs in' })
    await panel.getByText('40', { exact: true }).waitFor()
    await panel.getByRole('button', { name: review.accept, exact: true }).click()
    await panel.waitFor({ state: 'detached' })
    const question = row('Northwind Logistics', 'Does the board count?')
    await question.getByRole('button', { name: work.answer, exact: true }).click()
    await page.getByLabel(messages.answer).fill('Yes, as long as they sign in.')
    await page.getByRole('button', { name: messages.send, exact: true }).click()
    await said(messages.sent)

    // Only what is due in weeks is left.
    await question.waitFor({ state: 'detached' })
    await group(work.group.today).waitFor({ state: 'detached' })
    expect(await page.getByRole('main').getByRole('region').count()).toBe(1)
    expect(await group(work.group.later).getByRole('listitem').count()).toBe(2)
    await counted('2')
    // The bell is silent too: what was dealt with in My work is read.
    await bell.waitFor({ state: 'detached' })
    await look(page, way, 'evening')
    const left = (await place.system.invoke(listWork, { of: 'everybody' })).data
    expect(left.map(({ kind, step }) => [kind, step?.title])).toEqual([
      ['step', 'Training for managers'],
      ['step', 'Training for managers'],
    ])
    const { steps } = (await place.system.invoke(getEnrollmentSteps, { id: harbour })).data
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'open'])
    const answers = (await place.system.invoke(listMessages, { id: northwind })).data
    expect(answers.map(({ body }) => body)).toContain('Yes, as long as they sign in.')
    expect(faults).toEqual([])
  }, 120_000)
})
