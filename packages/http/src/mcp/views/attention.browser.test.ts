import { type Bound, type OutputOf, operations } from '@handrail/core'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage, useBrowser } from '../../../../../test/browser/browser.ts'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { connect, listen } from '../../../test/support/mcp.ts'
import {
  cancelTool,
  changeContext,
  faultsIn,
  resultWith,
  sendResult,
  showView,
  type ViewClient,
} from '../../../test/support/view-host.ts'
import { pictureOf } from '../../../test/support/view-pictures.ts'

const {
  askQuestion,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  getEnrollmentStep,
  publishGuide,
  updateEnrollment,
} = operations

const browser = useBrowser()
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>" ' \u202e\u200f ${'long '.repeat(2000)}`

type Enrolled = OutputOf<typeof createEnrollment>['data']

describe('the view of list_attention', () => {
  let instance: Instance
  let url: URL
  let ask: () => Promise<unknown>
  let acme: Bound
  let enroll: (first_name: string, last_name: string, organisation: string, guide_id?: string) => Promise<Enrolled>
  let question_id: string
  let late_id: string
  beforeAll(async () => {
    let now = new Date('2026-11-20T12:00:00Z')
    instance = await openInstance('sqlite', {}, { now: () => now })
    url = await listen(instance)
    acme = await instance.handrail.asSystem(instance.acme.id)
    enroll = async (first_name, last_name, organisation, guide_id = instance.acme.guide_id) => {
      const { data: of } = await acme.invoke(createOrganisation, { name: organisation })
      const email = `${first_name.toLowerCase()}@attention.example`
      const { data: contact } = await acme.invoke(createContact, {
        ...{ email, first_name, last_name, organisation_id: of.id },
      })
      return (await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })).data
    }
    const ingrid = await enroll('Ingrid', 'Halvorsen', 'Northwind Logistics')
    question_id = ingrid.id
    const asking = await instance.handrail.asContact(ingrid.access_token)
    ask = () => asking.invoke(askQuestion, { body: 'Can we start with <b>one</b> warehouse?' })
    late_id = (await enroll('Yuki', 'Tanaka', 'Harbour & Finch')).id
    now = new Date('2026-11-25T12:00:00Z')
    await acme.invoke(updateEnrollment, { id: late_id, target_date: '2026-11-23' })
  })
  afterAll(() => instance.close())

  const open = (width = 760) => openPage(browser, { width, colorScheme: 'light' })
  const client = async (era: 'auto' | 'legacy'): Promise<ViewClient> => connect(url, instance.acme.token, era)
  const empty = (counts = {}) => resultWith({ data: [], counts })

  test.each(['auto', 'legacy'] as const)('shows who waits, reminds and answers by keyboard (%s)', async (era) => {
    await ask()
    const page = await open()
    const { frame, calls, notes, links, requests, faults } = await showView(page, {
      ...{ client: await client(era), tool: 'list_attention', context: { theme: 'light', locale: 'en-GB' } },
    })
    await frame.getByRole('heading', { name: 'Needs attention' }).waitFor()
    expect(await frame.getByRole('listitem').count()).toBe(2)
    const question = frame.getByRole('listitem').filter({ hasText: 'Ingrid Halvorsen' })
    expect(await question.textContent()).toContain('Can we start with <b>one</b> warehouse?')
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, `attention-${era}-light`)

    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press('Tab')
        const focused = frame.locator(':focus')
        if ((await focused.count()) === 0) continue
        const label = (await focused.getAttribute('aria-label')) ?? (await focused.textContent())
        if (label === name) return
      }
      throw new Error(`No key leads to ${name}`)
    }
    await tabTo('Answer Ingrid Halvorsen')
    await page.keyboard.press('Enter')
    await frame.getByLabel('Your answer').waitFor()
    await expect.poll(() => frame.locator('textarea:focus').count()).toBe(1)
    await page.keyboard.type('Yes, with one.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await question.getByText('Answered').waitFor()
    await expect.poll(() => frame.locator(':focus').textContent()).toBe('Answered')
    expect(calls.at(-1)).toEqual({
      name: 'answer_message',
      arguments: { id: question_id, body: 'Yes, with one.' },
    })

    await frame.getByRole('button', { name: 'Remind Yuki Tanaka' }).press('Enter')
    await frame.getByRole('heading', { name: 'Yuki Tanaka gets a reminder by mail now' }).waitFor()
    if (era === 'auto') await frame.getByText('Hello Yuki').waitFor()
    await pictureOf(page, `attention-${era}-remind-light`)
    expect(await faultsIn(frame)).toEqual([])
    if (era === 'auto') {
      await expect.poll(() => frame.locator(':focus').textContent()).toBe('Send reminder')
      await page.keyboard.press('Enter')
      await frame.getByRole('listitem').filter({ hasText: 'Yuki Tanaka' }).getByText('Reminded').waitFor()
      expect(calls.at(-1)?.arguments).toEqual({ ids: [late_id], confirmation: expect.stringMatching(/^hr_cf_/) })
      expect(notes.at(-1)).toBe(`The user sent a reminder for the enrollment ${late_id}.`)
    } else {
      await frame.getByText('Was reminded today already.').waitFor()
      await frame.getByRole('button', { name: 'Cancel' }).press('Enter')
      await expect.poll(() => frame.locator(':focus').getAttribute('aria-label')).toBe('Remind Yuki Tanaka')
    }
    expect([links, requests, faults]).toEqual([[], [], []])
    await page.context().close()
  })

  test('where the client asks the person, a reminder is sent once the person agrees, and not before', async () => {
    const third = await enroll('Diego', 'Fuentes', 'Bluebird Health')
    const answers = [{ action: 'decline' }, { action: 'accept', content: { agree: true } }]
    const asking = new Client(
      { name: 'asks', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    const questions: string[] = []
    asking.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message)
      return answers.shift() as never
    })
    const requestInit = { headers: { authorization: `Bearer ${instance.acme.token}` } }
    await asking.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    const reason = { kind: 'stalled', reason: 'Stuck', since: null, days: 3 }
    const waiting = {
      ...{ enrollment_id: third.id, contact_name: 'Diego Fuentes', organisation_name: null, guide_title: 'Start' },
      ...{ reasons: [reason], progress_percentage: 0, next_step: null, assignee_name: null, url: 'https://h.example' },
    }
    const page = await open()
    const { frame, calls, notes } = await showView(page, {
      ...{ client: asking, tool: 'list_attention', result: resultWith({ data: [waiting], counts: {} }) },
    })
    await frame.getByRole('button', { name: 'Remind Diego Fuentes' }).click()
    await frame.getByRole('alert').filter({ hasText: 'The user did not agree.' }).waitFor()
    expect(notes).toEqual([])
    await frame.getByRole('button', { name: 'Cancel' }).click()
    await frame.getByRole('button', { name: 'Remind Diego Fuentes' }).click()
    await frame.getByText('Reminded').waitFor()
    expect(calls.map((call) => call.arguments)).toEqual([{ ids: [third.id] }, { ids: [third.id] }])
    expect([answers, notes.length]).toEqual([[], 1])
    // There the person reads the words of the mail in the question.
    expect(questions[0]).toContain('Hello Diego')
    await asking.close()
    await page.context().close()
  })

  test('a step of the team is marked as done, and its customer is not reminded', async () => {
    const { data: draft } = await acme.invoke(createGuide, {
      title: 'Set up',
      sections: [{ title: 'All', steps: [{ title: 'Set up <b>it</b>', responsible: 'team' }, { title: 'Try it' }] }],
    })
    const { data: guide } = await acme.invoke(publishGuide, { id: draft.id })
    const step_id = guide.sections[0]?.steps[0]?.id
    const { id } = await enroll('Leila', 'Haddad', 'Saffron Foods', guide.id)
    const reasons = [{ kind: 'late' as const, reason: 'Late', since: null, days: 2 }]
    const next_step = { id: step_id, title: 'Set up <b>it</b>', due_on: null, is_ours: true, who: 'our team' }
    const waiting = {
      ...{ enrollment_id: id, contact_name: 'Leila Haddad', organisation_name: null, guide_title: 'Set up', reasons },
      ...{ progress_percentage: 0, next_step, assignee_name: null, url: 'https://h.example' },
    }
    const page = await open(320)
    let refused = true
    const { frame, calls, notes, faults } = await showView(page, {
      ...{ client: await client('auto'), tool: 'list_attention', result: resultWith({ data: [waiting], counts: {} }) },
      answer: (name) =>
        name === 'update_enrollment_step' && refused && { isError: true, content: [{ type: 'text', text: HOSTILE }] },
    })
    await frame.getByRole('button', { name: 'Mark “Set up <b>it</b>” as done' }).press('Enter')
    await frame.getByRole('alert').waitFor()
    expect(await faultsIn(frame)).toEqual([])
    refused = false
    await frame.getByRole('button', { name: 'Mark “Set up <b>it</b>” as done' }).press('Enter')
    await expect.poll(() => frame.locator(':focus').textContent()).toBe('Done')
    expect(calls).toEqual(Array(2).fill({ name: 'update_enrollment_step', arguments: { id, step_id, done: true } }))
    const { data: step } = await acme.invoke(getEnrollmentStep, { id, step_id: step_id ?? '' })
    await expect.poll(() => notes.length).toBe(1)
    expect([step.state, faults]).toEqual(['done', []])
    await page.context().close()
  })

  test('obeys the theme, the colours and the language of the host, also when they change', async () => {
    const page = await open(390)
    const { frame } = await showView(page, {
      ...{ client: await client('auto'), tool: 'list_attention', context: { theme: 'dark', locale: 'de-AT' } },
    })
    await frame.getByRole('heading', { name: 'Braucht Aufmerksamkeit' }).waitFor()
    const of = (property: string) =>
      frame.locator('.card').evaluate((card, name) => getComputedStyle(card).getPropertyValue(name), property)
    expect(await of('background-color')).toBe('rgb(26, 34, 32)')
    expect(await frame.locator('html').getAttribute('lang')).toBe('de-AT')
    expect(await faultsIn(frame)).toEqual([])
    await pictureOf(page, 'attention-dark-de-phone')
    const variables = { '--color-background-primary': 'rgb(1, 2, 3)', '--font-sans': 'url(https://evil.example/x)' }
    await changeContext(page, { theme: 'light', locale: 'en', styles: { variables } })
    await frame.getByRole('heading', { name: 'Needs attention' }).waitFor()
    expect(await of('background-color')).toBe('rgb(1, 2, 3)')
    expect(await of('font-family')).toContain('system-ui')
    await page.context().close()
  })

  test('texts of customers stay text, however long and whatever they contain', async () => {
    const page = await open(390)
    const reason = { kind: 'question', reason: HOSTILE, since: null, days: 3 }
    const waiting = {
      ...{ enrollment_id: question_id, contact_name: HOSTILE, organisation_name: HOSTILE, guide_title: HOSTILE },
      ...{ reasons: [reason], question: { from_customer: true, text: HOSTILE }, progress_percentage: 0 },
      ...{ next_step: { title: HOSTILE, due_on: null, who: null }, assignee_name: HOSTILE, url: 'javascript:alert(1)' },
    }
    const late = { ...waiting, enrollment_id: late_id, question: undefined, reasons: [{ ...reason, kind: 'late' }] }
    const { frame, requests, faults } = await showView(page, {
      ...{
        client: await client('auto'),
        tool: 'list_attention',
        result: resultWith({ data: [waiting, late], counts: {} }),
      },
    })
    await frame.getByRole('button', { name: /^Answer <script>/ }).click()
    await frame.getByLabel('Your answer').waitFor()
    expect(await frame.locator('img, main script').count()).toBe(0)
    expect(await faultsIn(frame)).toEqual([])
    const height = await frame.locator('.card').evaluate((card) => card.getBoundingClientRect().height)
    expect(height).toBeLessThan(1200)
    expect([requests, faults]).toEqual([[], []])
    await page.context().close()
  })

  test('tells what has failed, that nobody waits, that a call was cancelled and that data is old', async () => {
    const page = await open()
    await page.clock.install()
    const { frame, calls } = await showView(page, {
      ...{ client: await client('auto'), tool: 'list_attention', args: { limit: 5 }, result: null },
      answer: (name) => (name === 'list_attention' ? empty() : undefined),
    })
    await frame.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await faultsIn(frame)).toEqual([])
    await sendResult(page, { isError: true, content: [{ type: 'text', text: 'The service <b>failed</b>.' }] })
    expect(await frame.getByRole('alert').textContent()).toBe('The service <b>failed</b>.')
    await sendResult(page, empty())
    await frame.getByText('Nobody needs attention.').waitFor()
    await page.clock.runFor(6 * 60_000)
    await frame.getByText(/^As of /).waitFor()
    await frame.getByRole('button', { name: 'Refresh' }).click()
    await frame.getByText(/^As of /).waitFor({ state: 'detached' })
    expect(calls).toEqual([{ name: 'list_attention', arguments: { limit: 5 } }])
    await cancelTool(page)
    await frame.getByText('The call was cancelled.').waitFor()
    await page.context().close()
  })

  test('has no buttons for what the host does not do', async () => {
    const page = await open()
    const { frame } = await showView(page, { client: await client('auto'), tool: 'list_attention', capabilities: {} })
    await frame.getByRole('heading', { name: 'Needs attention' }).waitFor()
    expect(await frame.locator('.act button').count()).toBe(0)
    await page.context().close()
  })
})
