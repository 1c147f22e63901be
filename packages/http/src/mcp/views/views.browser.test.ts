import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage, useBrowser } from '../../../../../test/browser/browser.ts'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { connect, listen } from '../../../test/support/mcp.ts'
import { faultsIn, resultWith, showView, type ViewClient } from '../../../test/support/view-host.ts'
import { pictureOf } from '../../../test/support/view-pictures.ts'

const {
  askQuestion,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  createGuideDraft,
  editGuideDraft,
  getDraftOutline,
  publishGuide,
  setLogo,
  submitForm,
  updateEnrollment,
  updateEnrollmentStep,
  updateWorkspace,
} = operations

const browser = useBrowser()
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>" ' \u202e\u200f ${'long '.repeat(2000)}`
const HOSTILE_TITLE = `</head><script>parent.alert(1)</script><img src=x onerror=alert(1)>" href="https://evil.example/x`
const HOSTILE_TEXT = `</style><script>alert(1)</script> ![x](https://evil.example/x.png) [out](https://evil.example) " src="https://evil.example/y"`
/** The smallest PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SAID = { from_customer: true, text: HOSTILE }
const ERAS = ['auto', 'legacy'] as const

let instance: Instance
let url: URL
let acme: Bound
let guide_id: string
let steps: string[]
beforeAll(async () => {
  instance = await openInstance('sqlite')
  url = await listen(instance)
  acme = await instance.handrail.asSystem(instance.acme.id)
  const fields = [{ name: 'size', label: 'How many?', kind: 'text' as const, required: true }]
  const { data: draft } = await acme.invoke(createGuide, {
    title: 'Go live with Acme Analytics',
    sections: [
      {
        title: 'Kick-off',
        steps: [
          { title: 'Read this' },
          { title: 'Send a sample', type: 'form', needs_review: true, content: { fields } },
        ],
      },
    ],
  })
  const { data: guide } = await acme.invoke(publishGuide, { id: draft.id })
  guide_id = guide.id
  steps = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
})
afterAll(() => instance.close())

const open = (width = 760) => openPage(browser, { width, colorScheme: 'light' })
const client = async (era: (typeof ERAS)[number]): Promise<ViewClient> => connect(url, instance.acme.token, era)

let people = 0
async function enroll(first_name: string) {
  people += 1
  const { data: contact } = await acme.invoke(createContact, { email: `p${people}@views.example`, first_name })
  const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
  return { id: data.id, url: data.url, me: await instance.handrail.asContact(data.access_token) }
}

describe('the view of get_enrollment_timeline', () => {
  test.each(ERAS)('shows what happened, and what was sent is reviewed there (%s)', async (era) => {
    const { id, me, url: link } = await enroll('Yuki')
    await me.invoke(completeOwnStep, { step_id: steps[0] ?? '' })
    await me.invoke(askQuestion, { body: 'Is <b>one</b> enough?' })
    await me.invoke(submitForm, { step_id: steps[1] ?? '', answers: { size: 'About "12"' } })
    const page = await open()
    const { frame, calls, links, notes, requests, faults } = await showView(page, {
      ...{ client: await client(era), tool: 'get_enrollment_timeline', args: { id } },
      context: { theme: 'light', locale: 'en-GB', timeZone: 'Europe/Berlin' },
    })
    await frame.getByRole('heading', { name: 'Yuki' }).waitFor()
    await frame.getByText('1 of 2').waitFor()
    expect(await frame.locator('.timeline').textContent()).toContain('Is <b>one</b> enough?')
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, `enrollment-${era}-light`)

    await frame.getByRole('button', { name: 'Copy link' }).press('Enter')
    expect(await frame.getByLabel('Link of the customer').inputValue()).toBe(link)
    await frame.getByRole('button', { name: 'Open in Handrail' }).press('Enter')
    await expect.poll(() => links).toEqual([expect.stringMatching(new RegExp(`/w/[\\w-]+/enrollments/${id}$`))])

    await frame.getByRole('button', { name: 'Review' }).press('Enter')
    await frame.getByText('About "12"').waitFor()
    await frame.getByRole('button', { name: 'Ask for changes' }).press('Enter')
    await frame.getByRole('alert').filter({ hasText: 'Say what is to be changed.' }).waitFor()
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, `enrollment-${era}-review-light`)
    await frame.getByRole('button', { name: 'Accept' }).press('Enter')
    await frame.getByText('The customer sees your decision.').waitFor()
    await frame.getByText('2 of 2').waitFor()
    expect(await frame.getByRole('button', { name: 'Review' }).count()).toBe(0)
    expect(calls.find(({ name }) => name === 'review_submission')?.arguments).toMatchObject({ id, decision: 'accept' })
    expect(notes).toHaveLength(1)
    expect([requests, faults.filter((fault) => !fault.includes('Clipboard'))]).toEqual([[], []])
    await page.context().close()
  })

  test('shows open steps with who does them, whose dates change there, and is extended', async () => {
    const { id } = await enroll('Mara')
    const [first = '', second = ''] = steps
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await acme.invoke(updateEnrollmentStep, { id, step_id: second, due_on: day(0) })
    await acme.invoke(updateEnrollment, { id, expires_at: `${day(3)}T12:00:00Z` })
    const page = await open(320)
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000)
    const { frame, calls, notes, requests, faults } = await showView(page, {
      ...{ client: await client('auto'), tool: 'get_enrollment_timeline', args: { id } },
      context: { theme: 'light', locale: 'de', timeZone: 'UTC' },
    })
    await frame.getByRole('heading', { name: '2 offene Schritte' }).waitFor()
    await frame.getByText('„Send a sample“ ist seit 2 Tagen überfällig.').waitFor()
    const rows = frame.locator('.items > li')
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/^MSend a sample Mara.*2 Tage überfällig$/),
      expect.stringMatching(/^MRead this Mara.*Kein Termin$/),
    ])
    await frame.getByRole('button', { name: 'Verlängern' }).waitFor()
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'enrollment-steps-de-320')

    // What opens has the focus at once: a key that is pressed a frame later must not go elsewhere.
    const opened = `(async () => {
      document.querySelector('[aria-label="„Send a sample“ ändern"]').click()
      for (let turn = 0; turn < 5; turn++) await null
      return document.activeElement.type
    })()`
    expect(await frame.evaluate(opened)).toBe('date')
    await frame.getByLabel('Bis wann').fill('2030-12-04')
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'enrollment-date-de-320')
    await frame.getByRole('button', { name: 'Termin speichern' }).press('Enter')
    await frame.getByText('Der Termin ist geändert.').waitFor()
    await expect.poll(() => frame.locator('.steps-part:focus').count()).toBe(1)
    await rows.filter({ hasText: 'Mi., 4. Dez.' }).waitFor()
    await frame.getByRole('button', { name: '„Read this“ ändern' }).press('Enter')
    await frame.getByRole('button', { name: 'Als erledigt markieren' }).press('Enter')
    await frame.getByText('Der Schritt ist erledigt.').waitFor()
    await frame.getByRole('heading', { name: '1 offener Schritt' }).waitFor()
    await frame.getByText('1 von 2').waitFor()
    await frame.getByRole('button', { name: 'Verlängern' }).press('Enter')
    await frame.getByLabel('Der Link gilt bis zum Ende des Tages').fill('2031-01-15')
    await frame.getByRole('button', { name: 'Verlängern' }).last().press('Enter')
    await frame.getByText('Der Link gilt jetzt länger.').waitFor()
    const writes = calls.filter(({ name }) => name.startsWith('update_')).map(({ arguments: given }) => given)
    expect(writes).toEqual([
      { id, step_id: second, due_on: '2030-12-04' },
      { id, step_id: first, done: true },
      { id, expires_at: '2031-01-15T23:59:59.000Z' },
    ])
    expect([notes.length, requests, faults]).toEqual([3, [], []])
    await page.context().close()
  })

  test('without the right to read enrollments, the dates and the link are left out', async () => {
    const { id } = await enroll('Ada')
    const narrow = await connect(url, await instance.acme.key(['insights:read']), 'auto')
    const page = await open(390)
    const { frame } = await showView(page, {
      ...{ client: narrow, tool: 'get_enrollment_timeline', args: { id }, context: { theme: 'dark', locale: 'de' } },
    })
    await frame.getByRole('heading', { name: 'Verlauf' }).waitFor()
    await frame.getByText('Eingeladen', { exact: true }).waitFor()
    expect(await frame.getByRole('button', { name: 'Link kopieren' }).count()).toBe(0)
    await frame.getByRole('button', { name: 'Erinnern' }).click()
    // What the token may not do is said, and nothing happens.
    await frame.getByRole('alert').waitFor()
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'enrollment-dark-de-phone')
    await page.context().close()
  })

  test('texts of customers stay text, however long and whatever they contain', async () => {
    const { id } = await enroll('Eve')
    const happened = [
      { at: '2026-11-20T12:00:00.000Z', what: 'question', step: HOSTILE, who: HOSTILE, said: SAID },
      {
        at: '2026-11-21T12:00:00.000Z',
        what: 'step_done',
        step: HOSTILE,
        answers: [{ question: HOSTILE, answer: SAID }],
      },
      { at: '2026-11-22T12:00:00.000Z', what: 'answer', text: HOSTILE },
    ]
    const data = {
      ...{ enrollment_id: id, contact_name: HOSTILE, guide_title: HOSTILE, status: 'in_progress' },
      ...{ progress_percentage: 40, url: 'javascript:alert(1)', happened, happened_count: 3, earlier: 0 },
      ...{
        open_steps: [{ id: 's', title: HOSTILE, state: 'open', due_on: '2026-11-20', is_ours: false, who: HOSTILE }],
      },
      open_steps_count: 1,
    }
    const page = await open(390)
    const { frame, requests, faults } = await showView(page, {
      ...{ client: await client('auto'), tool: 'get_enrollment_timeline', args: { id }, result: resultWith({ data }) },
    })
    await frame.getByText('1 answer').click()
    expect(await frame.locator('img, main script').count()).toBe(0)
    expect(await frame.getByRole('button', { name: 'Open in Handrail' }).count()).toBe(0)
    expect(await faultsIn(frame)).toEqual([])
    expect([requests, faults]).toEqual([[], []])
    await page.context().close()
  })
})

describe('the view of preview_guide_draft and publish_guide', () => {
  const draft = async (title: string, step = 'Check the totals') => {
    const sections = [{ title: 'All', steps: [{ title: step }] }]
    const { data } = await acme.invoke(createGuideDraft, { title, sections })
    return data
  }
  /** A published guide whose draft has other words in a step, and hostile ones in the next. */
  const changed = async () => {
    const text = (end: string) => `We read your orders with a user of its own, ${end} No more than that.`
    const step = { title: 'Create a user', content: { markdown: text('which you can delete.') } }
    const { data: created } = await acme.invoke(createGuide, {
      ...{ title: 'Go live', sections: [{ title: 'Connect', steps: [step, { title: 'Watch' }] }] },
    })
    const { data: guide } = await acme.invoke(publishGuide, { id: created.id })
    const { revision } = (await acme.invoke(getDraftOutline, { id: guide.id })).data
    const [first, second] = guide.sections[0]?.steps ?? []
    const { data } = await acme.invoke(editGuideDraft, {
      ...{ id: guide.id, revision },
      changes: [
        { action: 'set_step', id: first?.id ?? '', content: { markdown: text('that you can take away.') } },
        { action: 'set_step', id: second?.id ?? '', title: HOSTILE_TITLE, content: { markdown: HOSTILE_TEXT } },
      ],
    })
    return { id: guide.id, step_id: first?.id ?? '', changes_count: data.changed.length }
  }
  const statusOf = async (id: string) => (await acme.invoke(getDraftOutline, { id })).data.status

  test.each(ERAS)('shows changes, problems and the outline, and publishes by keyboard (%s)', async (era) => {
    const { id } = await draft(`Published by ${era}`)
    const page = await open()
    const { frame, calls, links, requests, faults } = await showView(page, {
      ...{ client: await client(era), tool: 'preview_guide_draft', args: { id } },
      context: { theme: 'light', locale: 'en-GB' },
    })
    await frame.getByText('Nothing stands in the way of publishing.').waitFor()
    await frame.getByText('2 changes').waitFor()
    await frame.getByRole('button', { name: 'Outline' }).press('Enter')
    await frame.getByText('1 step').waitFor()
    await frame.getByRole('button', { name: 'Open in Handrail' }).press('Enter')
    await expect.poll(() => links).toHaveLength(1)
    await frame.getByRole('button', { name: 'Publish' }).press('Enter')
    await frame.getByText(/^Good until /).waitFor()
    expect(await statusOf(id)).toBe('draft')
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, `guide-${era}-light`)
    await expect.poll(() => frame.locator(':focus').textContent()).toBe('Publish now')
    await page.keyboard.press('Enter')
    await frame.getByText('Version 1 is published.').waitFor()
    expect(await statusOf(id)).toBe('published')
    expect(calls.filter(({ name }) => name === 'publish_guide')).toHaveLength(2)
    expect([requests, faults]).toEqual([[], []])
    await page.context().close()
  })

  test('shows each page as the player draws it, in a frame that runs and asks nothing, and changes word by word', async () => {
    await acme.invoke(updateWorkspace, { colour: '#7a1fa2' })
    await acme.invoke(setLogo, { content: PIXEL })
    const { id, step_id, changes_count } = await changed()
    const page = await open()
    const { frame, calls, requests, faults } = await showView(page, {
      ...{ client: await client('auto'), tool: 'preview_guide_draft', args: { id } },
      context: { theme: 'light', locale: 'en-GB' },
    })
    const shown = frame.frameLocator('iframe')
    await shown.getByRole('heading', { name: 'Go live' }).waitFor()
    const width = async () => (await frame.locator('iframe').boundingBox())?.width
    await expect.poll(width).toBeCloseTo(300, 0)
    await frame.getByText(`${changes_count} changes since version 1`).waitFor()
    const entry = frame.getByRole('listitem').filter({ hasText: 'Create a user' })
    expect(await entry.locator('del').allTextContents()).toEqual(['which ', 'delete. '])
    expect(await entry.locator('ins').allTextContents()).toEqual(['that ', 'take away. '])
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'guide-overview-light')

    await frame.getByRole('button', { name: 'Next change' }).press('Enter')
    await shown.getByRole('heading', { name: 'Create a user' }).waitFor()
    expect(await frame.getByLabel('Page', { exact: true }).inputValue()).toBe(step_id)
    expect(calls.at(-1)).toEqual({ name: 'show_guide_draft', arguments: { id, step_id } })
    const drawn = (await frame.locator('iframe').getAttribute('srcdoc')) ?? ''
    expect(drawn.match(/<img class="mark" src="data:image\/png;base64,/g)).toHaveLength(2)
    expect(drawn.match(/<(?:script|link|iframe|base)\b| (?:href|action|srcset)="(?!#)|="(?:https?:)?\/\//g)).toBeNull()
    expect(await frame.locator('iframe').getAttribute('sandbox')).toBe('')
    const ground = () => shown.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(await ground()).toBe('rgb(245, 246, 244)')
    await pictureOf(page, 'guide-page-light')
    await frame.getByRole('button', { name: 'Dark' }).press('Enter')
    await expect.poll(ground).toBe('rgb(17, 23, 21)')
    await frame.getByRole('button', { name: 'Desktop' }).press('Enter')
    await expect.poll(width).toBeGreaterThan(600)
    await shown.getByRole('heading', { name: 'Create a user' }).waitFor()
    await pictureOf(page, 'guide-desktop-dark')
    await frame.getByRole('button', { name: 'Next page' }).press('Enter')
    await shown.getByRole('heading', { name: HOSTILE_TITLE }).waitFor()
    // As wide as there is room.
    await frame.getByRole('button', { name: 'Phone' }).press('Enter')
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(width).toBeLessThan(270)
    expect(await width()).toBeGreaterThan(240)
    expect(await shown.locator('script, main img').count()).toBe(0)
    expect(await faultsIn(frame)).toEqual([])
    expect([requests, faults]).toEqual([[], []])
    await page.context().close()
  })

  test('a preview of publishing is confirmed there, unless the draft has changed meanwhile', async () => {
    const { id, revision } = await draft('Contested')
    const page = await open(390)
    const { frame } = await showView(page, {
      ...{ client: await client('auto'), tool: 'publish_guide', args: { id, revision } },
      context: { theme: 'dark', locale: 'de' },
    })
    await frame.getByText(/^Gilt bis /).waitFor()
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'guide-dark-de-phone')
    const section = { title: 'New', steps: [{ title: '' }] }
    await acme.invoke(editGuideDraft, { id, revision, changes: [{ action: 'insert_section', section }] })
    await frame.getByRole('button', { name: 'Jetzt veröffentlichen' }).click()
    await frame.getByRole('alert').filter({ hasText: 'The draft has changed' }).waitFor()
    await frame.getByRole('button', { name: 'Aktualisieren' }).click()
    await frame.getByText('Verhindert die Veröffentlichung').waitFor()
    expect(await statusOf(id)).toBe('draft')
    await page.context().close()
  })

  test('titles stay text, however long and whatever they contain', async () => {
    const changes = [
      { kind: 'added', id: '1', title: HOSTILE, section: HOSTILE },
      { kind: 'changed', id: '2', title: HOSTILE, in: ['text', HOSTILE] },
    ]
    const data = { id: 'x', title: HOSTILE, revision: 'r', url: 'javascript:alert(1)', changes, changes_count: 60 }
    const problem = { id: null, title: HOSTILE, problem: HOSTILE, prevents_publishing: true }
    const check = { problems: [problem], problems_count: 1, advice: [{ id: null, title: HOSTILE, advice: HOSTILE }] }
    const step = { id: 's', title: HOSTILE, type: 'simple_content' }
    const sections = [{ id: 'a', title: HOSTILE, steps_count: 1, steps: [step] }]
    // Whatever a page said, it could run nothing.
    const drawn = {
      ...{ revision: 'r', version_number: null, written_by: HOSTILE, written_with: HOSTILE, styles: {} },
      sections: [{ title: HOSTILE, steps: [{ id: '2', title: HOSTILE }] }],
      page: `<html><head></head><body onload="parent.ran=1"><script>parent.ran=1</script><p>Drawn</p></body></html>`,
    }
    const answers: Record<string, unknown> = {
      show_guide_draft: resultWith({ data: drawn }),
      check_guide_draft: resultWith({ data: check }),
      get_guide_draft: resultWith({ data: { revision: 'r', sections } }),
    }
    const page = await open(390)
    const { frame, requests, faults } = await showView(page, {
      ...{ client: await client('auto'), tool: 'preview_guide_draft', result: resultWith({ data }) },
      answer: (name) => answers[name],
    })
    await frame.getByRole('button', { name: 'Outline' }).click()
    await frame.getByText('1 step').waitFor()
    await frame.locator('summary').click()
    await frame.frameLocator('iframe').getByText('Drawn').waitFor()
    expect(await frame.evaluate('window.ran')).toBeUndefined()
    expect(await frame.locator('img, main script').count()).toBe(0)
    expect(await faultsIn(frame)).toEqual([])
    expect([requests, faults.filter((fault) => !fault.includes('Blocked script execution'))]).toEqual([[], []])
    await page.context().close()
  })
})

describe('the view of get_guide_insights', () => {
  test.each(ERAS)('shows the funnel and the trend, of the guide and the period that are chosen (%s)', async (era) => {
    const { me } = await enroll('Ida')
    await me.invoke(completeOwnStep, { step_id: steps[0] ?? '' })
    const page = await open()
    const { frame, calls, requests, faults } = await showView(page, {
      ...{ client: await client(era), tool: 'get_guide_insights', args: { id: guide_id } },
      context: { theme: 'light', locale: 'en-GB' },
    })
    await frame.getByRole('heading', { name: 'Go live with Acme Analytics' }).waitFor()
    await frame.getByRole('row', { name: /^Send a sample/ }).waitFor()
    await expect.poll(() => frame.getByLabel('Guide').count()).toBe(1)
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, `insights-${era}-light`)
    await frame.getByLabel('Period').selectOption('30')
    await expect.poll(() => calls.at(-1)?.arguments.from).toMatch(/^\d{4}-/)
    await frame.getByLabel('Guide').selectOption({ label: 'Start' })
    await frame.getByText('Nobody was enrolled in this period.').waitFor()
    expect(await frame.getByLabel('Period').inputValue()).toBe('30')
    // Both before the answer to either.
    await Promise.all([
      frame.getByLabel('Guide').selectOption({ label: 'Go live with Acme Analytics' }),
      frame.getByLabel('Period').selectOption('180'),
    ])
    await frame.getByRole('row', { name: /^Send a sample/ }).waitFor()
    await expect.poll(() => frame.getByLabel('Period').inputValue()).toBe('180')
    expect([requests, faults]).toEqual([[], []])
    await page.context().close()
  })

  test('titles stay text, and a refusal leaves what is shown', async () => {
    const figures = {
      ...{ from: '2026-08-28T12:00:00.000Z', until: '2026-11-26T12:00:00.000Z', enrolled: 5, started: 4, completed: 1 },
      ...{ median_days: 2.55, effort: null, effort_answers: 0 },
      on_time: { done: 2, on_time: 1, median_days_late: 1, average_days_late: 1 },
    }
    const rows = [{ id: 's', section: HOSTILE, title: HOSTILE, finished: 3, lost: 1, median_minutes: 1.5 }]
    const stops_at = { title: HOSTILE, lost: 1 }
    const data = { guide_id, guide_title: HOSTILE, period: figures, before: figures, steps: rows, stops_at }
    const page = await open(390)
    const { frame, requests, faults } = await showView(page, {
      ...{ client: await client('auto'), tool: 'get_guide_insights', result: resultWith({ data }) },
      context: { theme: 'dark', locale: 'de' },
      answer: (name) => name === 'get_guide_insights' && { isError: true, content: [{ type: 'text', text: HOSTILE }] },
    })
    await frame.getByText('1 von 2').waitFor()
    expect(await faultsIn(frame)).toEqual([])
    await frame.getByLabel('Zeitraum').selectOption('365')
    await frame.getByRole('alert').waitFor()
    await frame.getByText('1 von 2').waitFor()
    expect(await frame.locator('img, main script').count()).toBe(0)
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'insights-dark-de-phone')
    expect([requests, faults]).toEqual([[], []])
    await page.context().close()
  })
})
