import { hash } from 'node:crypto'
import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  askForApprovalChanges,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  getEnrollmentStep,
  giveApproval,
  listApprovals,
  listColleagues,
  listSubmissions,
  publishGuide,
  removeOwnFile,
  reviewSubmission,
  submitForm,
  uploadFile,
} = operations

const WAYS: Way[] = [
  {
    name: 'desktop-reviews',
    width: WIDTHS.desktop,
    colorScheme: 'light',
    also: [{ name: 'desktop-reviews-dark', width: WIDTHS.desktop, colorScheme: 'dark' }],
  },
  {
    name: 'phone-reviews',
    width: WIDTHS.phone,
    colorScheme: 'dark',
    also: [{ name: 'phone-reviews-light', width: WIDTHS.phone, colorScheme: 'light' }],
  },
]

const FIELDS = [
  { name: 'who', label: 'Who signs in first?', kind: 'text' as const, required: true },
  { name: 'groups', label: 'Groups that see everything', kind: 'text' as const },
  { name: 'day', label: 'Your first day', kind: 'date' as const },
  { name: 'salaries', label: 'Who may see salaries?', kind: 'paragraph' as const },
]
const ANSWERS = { who: 'Charlotte Nguyen', groups: 'Board, Controlling, Finance', day: '2026-12-18' }
const SCOPE = 'Until 15 December we build **3 dashboards**.\n\n## Not included\n\n- <b>Data</b> cleaning'

const here = useWorkplace()

/** An enrollment of Ingrid, looked after by the editor, in a guide with a form and files to review and a text to approve. */
async function enrolled(name: string) {
  const { system, handrail } = here.place
  const { data: guide } = await system.invoke(createGuide, {
    title: `Go live with ${name}`,
    sections: [
      {
        title: 'Data',
        steps: [
          { title: 'Who may see what', type: 'form', content: { fields: FIELDS }, needs_review: true },
          { title: 'Send a sample export', type: 'file_upload', needs_review: true },
          { title: 'Approve the scope', type: 'approval', content: { markdown: SCOPE } },
          { title: 'Set it up', responsible: 'team' },
        ],
      },
    ],
  })
  const { data: published } = await system.invoke(publishGuide, { id: guide.id })
  const [form = '', files = '', scope = ''] = published.sections.flatMap(({ steps }) => steps.map(({ id }) => id))
  const { data: organisation } = await system.invoke(createOrganisation, { name })
  const ingrid = { first_name: 'Ingrid', last_name: 'Halvorsen', organisation_id: organisation.id }
  const email = `ingrid@${name.toLowerCase().replaceAll(' ', '-')}.example`
  const { data: contact } = await system.invoke(createContact, { email, ...ingrid })
  const given = { contact_id: contact.id, guide_id: guide.id, assignee_id: await memberId('editor') }
  const { data: enrollment } = await system.invoke(createEnrollment, given)
  return {
    id: enrollment.id,
    form,
    files,
    scope,
    title: guide.title,
    contact: await handrail.asContact(enrollment.access_token),
  }
}

type Enrolled = Awaited<ReturnType<typeof enrolled>>

async function memberId(role: string): Promise<string> {
  const { data } = await here.place.system.invoke(listColleagues, {})
  return data.find(({ name }) => name === `${role} person`)?.user_id ?? ''
}

const sendForm = ({ contact, form }: Enrolled, answers: object) =>
  contact.invoke(submitForm, { step_id: form, answers: { ...answers } })

async function upload({ contact, files }: Enrolled, name: string, text = `Order,Amount\n1,${name}\n`) {
  const content = (async function* () {
    yield Buffer.from(text)
  })()
  return (await contact.invoke(uploadFile, { step_id: files, name, content })).data
}

async function roundsOf({ id }: Enrolled, step_id: string) {
  return (await here.place.system.invoke(listSubmissions, { id, step_id })).data
}

/** A decision of the admin, who is faster. */
async function decideAsAdmin(at: Enrolled, step_id: string, decision: object) {
  const { handrail, workspace_id } = here.place
  const admin = await handrail.asMember(workspace_id, await memberId('admin'))
  const [latest] = await roundsOf(at, step_id)
  const { id: submission_id = '', revision = 0 } = latest ?? {}
  await admin.invoke(reviewSubmission, { id: at.id, submission_id, revision, decision: 'accept', ...decision })
}

const stateOf = async ({ id }: Enrolled, step_id: string) =>
  (await here.place.system.invoke(getEnrollmentStep, { id, step_id })).data.state

/** The answer to a question in the panel. */
const answer = (page: Page, label: string) =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })

describe.each(WAYS)('reviews, $name', (way) => {
  test('of a form: changes are asked for from my work, and the second round shows what changed', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const at = await enrolled(`Orchard ${way.name}`)
    await sendForm(at, ANSWERS)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', path: '/work', faults })
    const { heading, press, said } = handsOf(page, way)
    await heading('My work')
    const own = page.getByRole('listitem').filter({ hasText: `Orchard ${way.name}` })
    const row = own.filter({ hasText: 'Who may see what' })
    await row.getByText('Review “Who may see what”').waitFor()
    await row.getByText(/^3 answers from Ingrid Halvorsen, sent /).waitFor()
    await row.getByRole('button', { name: 'Review' }).click()
    const panel = page.getByRole('dialog', { name: 'Who may see what' })
    /** The next review is opened, if another one waits. */
    const closed = async () => {
      const open = page.getByRole('dialog')
      if (await open.isVisible()) await page.keyboard.press('Escape')
      await open.waitFor({ state: 'detached' })
    }
    await panel.getByText(`Orchard ${way.name}, 3 answers from Ingrid Halvorsen, today at`).waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(4)
    await answer(page, 'Your first day').getByText('Fri 18 Dec').waitFor()
    await answer(page, 'Who may see salaries?').getByText('Not answered').waitFor()
    expect(await panel.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(1)
    await look(page, way, 'first-round')

    // A change without words is not sent.
    await panel.getByRole('button', { name: 'Note on Who signs in first?' }).click()
    await panel.getByRole('button', { name: 'Ask for 1 change' }).click()
    await panel.getByText('Say what should change.').waitFor()
    await page.keyboard.type('And if Charlotte is away?')
    await panel.getByRole('button', { name: 'Note on Who may see salaries?' }).click()
    await page.keyboard.type('Please answer this too.')
    await panel.getByLabel('For the whole step').fill('Nearly there.')
    await panel.getByText('Ingrid Halvorsen gets it in the next daily mail.').waitFor()
    await panel.getByRole('button', { name: 'Send now' }).click()
    await panel.getByText('Ingrid Halvorsen gets a mail at once.').waitFor()
    await look(page, way, 'notes')
    // What was written is still there after closing.
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'Review' }).click()
    expect(await panel.getByRole('textbox', { name: 'Note on Who signs in first?' }).inputValue()).toBe(
      'And if Charlotte is away?',
    )
    await panel.getByLabel('For the whole step').press('Control+Enter')
    await said('Changes to “Who may see what” are asked for')
    await row.waitFor({ state: 'detached' })
    await closed()
    expect(await roundsOf(at, at.form)).toMatchObject([
      {
        status: 'changes_requested',
        note: 'Nearly there.',
        notes: { who: 'And if Charlotte is away?', salaries: 'Please answer this too.' },
      },
    ])

    await sendForm(at, { ...ANSWERS, who: 'Charlotte Nguyen, else Oluwaseun', salaries: 'Nobody' })
    await row.getByText('round 2').waitFor()
    await row.getByRole('button', { name: 'Review' }).click()
    await panel.getByText(/^You asked on/).waitFor()
    await panel.getByText('Nearly there.').waitFor()
    await answer(page, 'Who signs in first?').getByText('Before: Charlotte Nguyen').waitFor()
    await answer(page, 'Who signs in first?').getByText('Asked: And if Charlotte is away?').waitFor()
    await answer(page, 'Who may see salaries?').getByText('Before: Not answered').waitFor()
    await look(page, way, 'second-round')
    await panel.getByText('Only what changed').click()
    expect(await panel.getByRole('listitem').count()).toBe(2)
    // An earlier round can only be read.
    await panel.getByRole('tab', { name: 'Round 1' }).click()
    await answer(page, 'Who signs in first?').getByText('Charlotte Nguyen', { exact: true }).waitFor()
    expect(await panel.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    expect(await panel.getByRole('button', { name: 'Note on' }).count()).toBe(0)
    await look(page, way, 'earlier-round')
    await panel.getByRole('tab', { name: 'Round 2' }).click()
    await press('Accept')
    await said('“Who may see what” is accepted')
    expect(await stateOf(at, at.form)).toBe('done')
    await row.waitFor({ state: 'detached' })
    await closed()
    // The next row has the focus.
    const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('aria-label'))
    await expect.poll(focused).toMatch(/^Set it up|^Review/)
    expect(faults).toEqual([])
  })

  test('of files: from the plan, one after the other, and the plan says who accepted', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const at = await enrolled(`Northwind ${way.name}`)
    await sendForm(at, ANSWERS)
    const orders = await upload(at, 'orders-august-2026-all-warehouses.csv')
    const columns = Array.from({ length: 20 }, (_, column) => `Column ${column}`)
    const formula = '=HYPERLINK(""https://example.com"";""x"")'
    await upload(at, 'customers.csv', `${columns.join(';')}\n"${formula}";${'x'.repeat(500)};7\n`)
    await upload(at, 'nothing.csv', '\n')
    await upload(at, 'picture.csv', 'PK\x03\x04\0\0')
    await at.contact.invoke(completeOwnStep, { step_id: at.files, comment: 'Delivery times are in UTC.' })
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', path: `/enrollments/${at.id}`, faults })
    const { said } = handsOf(page, way)
    const row = (title: string) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: title }).first()
    await row('Send a sample export').getByRole('img', { name: 'Sent, waits for review' }).waitFor()
    await look(page, way, 'plan')
    await page.getByRole('button', { name: 'Review “Send a sample export”' }).click()
    const panel = page.getByRole('dialog', { name: 'Send a sample export' })
    await panel.getByText('4 files from Ingrid Halvorsen').waitFor()
    await panel.getByText('2 of 2').waitFor()
    await panel.getByText('Delivery times are in UTC.').waitFor()
    const rows = (name: string) => panel.getByRole('region', { name: `First rows of ${name}` })
    await rows(orders.name).getByRole('cell', { name: orders.name }).waitFor()
    await rows('customers.csv').getByRole('columnheader', { name: 'Column 11' }).waitFor()
    await rows('customers.csv').getByRole('cell', { name: '=HYPERLINK("https://example.com";"x")' }).waitFor()
    await panel.getByText('8 more columns are in the file. Long cells and rows are cut.').waitFor()
    await panel.getByText('This file is empty.').waitFor()
    await panel.getByText('This file says that it is a table, but it is not text.').waitFor()
    // What is wider than the panel scrolls by keys.
    await rows('customers.csv').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => rows('customers.csv').evaluate((region) => region.scrollLeft)).toBeGreaterThan(0)
    const verdict = panel.getByRole('group', { name: `What to do with ${orders.name}` })
    await verdict.getByRole('button', { name: 'Change' }).click()
    await page.keyboard.type('The orders stop at row 20,000.')
    await look(page, way, 'files')
    await verdict.getByRole('button', { name: 'Fine' }).click()
    await panel.getByRole('button', { name: 'Accept', exact: true }).waitFor()
    await verdict.getByRole('button', { name: 'Change' }).click()
    await page.keyboard.type('The orders stop at row 20,000.')
    await panel.getByRole('button', { name: 'Ask for 1 change' }).click()
    await said('Changes to “Send a sample export” are asked for')
    // The other one follows.
    const next = page.getByRole('dialog', { name: 'Who may see what' })
    await next.getByRole('button', { name: 'Accept', exact: true }).click()
    await next.waitFor({ state: 'detached' })
    await row('Who may see what').getByText('accepted by editor person').waitFor()
    await row('Send a sample export').getByRole('img', { name: 'Changes asked for' }).waitFor()
    await look(page, way, 'plan-decided')

    // A file that is replaced is new; the other one is as it was.
    await at.contact.invoke(removeOwnFile, { id: orders.id })
    const month = await upload(at, 'orders-whole-month.csv')
    await at.contact.invoke(completeOwnStep, { step_id: at.files })
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/enrollments/${at.id}?review=${at.files}`)
    await panel.getByText('No longer sent: orders-august-2026-all-warehouses.csv').waitFor()
    // A note on a file that is replaced while the panel is closed is kept in the note to all of it.
    const whole = panel.getByLabel('For the whole step')
    const replaced = panel.getByRole('listitem').filter({ hasText: 'orders-whole-month.csv' })
    await replaced.getByRole('button', { name: 'Change' }).click()
    await page.keyboard.type('September is missing.')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await at.contact.invoke(removeOwnFile, { id: month.id })
    await upload(at, 'orders-both-months.csv')
    await at.contact.invoke(completeOwnStep, { step_id: at.files })
    await page.getByRole('button', { name: 'Review “Send a sample export”' }).click()
    await panel.getByRole('button', { name: 'Review the new version' }).click()
    expect(await whole.inputValue()).toBe('orders-whole-month.csv: September is missing.')
    await panel.getByText('Only what changed').click()
    expect(await panel.getByRole('tabpanel').getByRole('listitem').count()).toBe(1)
    await panel.getByRole('listitem').filter({ hasText: 'orders-both-months.csv' }).getByText('New').waitFor()
    await look(page, way, 'files-second-round')
    expect(faults).toEqual([])
  })

  test('of what others were faster with: notes are kept, and the new version is looked at first', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const at = await enrolled(`Harbour ${way.name}`)
    await sendForm(at, ANSWERS)
    const path = `/enrollments/${at.id}?review=${at.form}`
    const page = await enter(here.browser, here.place, { way, role: 'editor', path })
    const panel = page.getByRole('dialog', { name: 'Who may see what' })
    await panel.getByRole('button', { name: 'Note on Groups that see everything' }).click()
    await page.keyboard.type('All of Finance?')
    await sendForm(at, { ...ANSWERS, groups: 'Board' })
    await panel.getByText('Ingrid Halvorsen has sent it again since you opened it.').waitFor()
    await answer(page, 'Groups that see everything').getByText('Board', { exact: true }).waitFor()
    await look(page, way, 'sent-again')
    // Sending before looking sends nothing.
    await panel.getByLabel('For the whole step').press('Control+Enter')
    await panel.getByRole('button', { name: 'Review the new version' }).click()
    expect(await stateOf(at, at.form)).toBe('submitted')
    await panel.getByRole('button', { name: 'Ask for 1 change' }).waitFor()

    await decideAsAdmin(at, at.form, {})
    await panel.getByText('admin person has accepted it meanwhile.').waitFor()
    await panel.getByText('Groups that see everything: All of Finance?').waitFor()
    expect(await panel.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    await look(page, way, 'decided-meanwhile')
  })

  test('viewers read what was sent, and decide nothing', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const at = await enrolled(`Bluebird ${way.name}`)
    await sendForm(at, ANSWERS)
    const path = `/enrollments/${at.id}?review=${at.form}`
    const page = await enter(here.browser, here.place, { way, role: 'viewer', path })
    const panel = page.getByRole('dialog', { name: 'Who may see what' })
    await answer(page, 'Who signs in first?').getByText('Charlotte Nguyen').waitFor()
    expect(await panel.getByRole('button').allTextContents()).toEqual([''])
  })

  test('an approval has a record, which is opened from the inbox and printed alone', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const at = await enrolled(`Tidewater ${way.name}`)
    const sha256 = hash('sha256', JSON.stringify(['Approve the scope', SCOPE, []]))
    const read = { step_id: at.scope, document_sha256: sha256, address: '192.0.2.7' }
    await at.contact.invoke(giveApproval, { ...read, name: 'Ingrid B. Halvorsen' })
    expect((await here.place.system.invoke(listApprovals, { id: at.id })).data).toHaveLength(1)
    const page = await enter(here.browser, here.place, { way, role: 'editor', path: '/inbox' })
    await page
      .getByRole('listitem')
      .filter({ hasText: `Tidewater ${way.name}` })
      .getByRole('link', { name: 'Ingrid Halvorsen approved “Approve the scope”' })
      .click()
    const record = page.getByRole('dialog', { name: 'Approval of “Approve the scope”' })
    await record.getByText(sha256).waitFor()
    for (const text of ['Ingrid B. Halvorsen', '192.0.2.7', 'not a qualified electronic signature'])
      await record.getByText(text).waitFor()
    // As the customer read it, and without what would be HTML.
    await record.getByText('Until 15 December we build 3 dashboards.').waitFor()
    await record.locator('strong').getByText('3 dashboards', { exact: true }).waitFor()
    await record.getByRole('heading', { level: 4, name: 'Not included' }).waitFor()
    await record.getByRole('listitem').getByText('<b>Data</b> cleaning').waitFor()
    await look(page, way, 'record')
    await page.emulateMedia({ media: 'print' })
    expect(await record.getByText(sha256).isVisible()).toBe(true)
    expect(await page.locator('#root').isVisible()).toBe(false)
    expect(await record.getByRole('button').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await record.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: /^Approved by Ingrid B. Halvorsen, / }).waitFor()

    const other = await enrolled(`Saffron ${way.name}`)
    await other.contact.invoke(askForApprovalChanges, { ...read, step_id: other.scope, note: 'We need 4 dashboards.' })
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/enrollments/${other.id}?tab=steps`)
    const step = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Approve the scope' })
    await step.getByRole('img', { name: 'Changes asked for' }).waitFor()
    await step.getByRole('link', { name: 'Ingrid Halvorsen asks for changes' }).click()
    const asked = page.getByRole('dialog', { name: 'Changes to “Approve the scope”' })
    await asked.getByText('We need 4 dashboards.').waitFor()
    expect(await asked.getByText('qualified electronic signature').count()).toBe(0)
  })
})
