import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  askQuestion,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  getEnrollmentSteps,
  listColleagues,
  listMessages,
  publishGuide,
} = operations

const WAYS: Way[] = [
  {
    name: 'desktop-work',
    width: WIDTHS.desktop,
    colorScheme: 'light',
    also: [{ name: 'phone-work-dark', width: WIDTHS.phone, colorScheme: 'dark' }],
  },
]

const here = useWorkplace()

describe.each(WAYS)('my work, $name', (way) => {
  /** Enrollments of the editor with two customers, and a question. */
  async function filled() {
    const { system, handrail, workspace_id } = here.place
    const { data: guide } = await system.invoke(createGuide, {
      title: 'Go live with Larkspur',
      sections: [
        { title: 'Kick-off', steps: [{ title: 'Read how it goes' }] },
        {
          title: 'Connect your data',
          steps: [
            { title: 'Set up the test area', responsible: 'team' },
            { title: 'Check the row limit of the contract', responsible: 'team', internal: true },
            { title: 'Tell us where your data lives' },
          ],
        },
        { title: 'Train and go live', steps: [{ title: 'Training for managers', responsible: 'team' }] },
      ],
    })
    const { data: published } = await system.invoke(publishGuide, { id: guide.id })
    const steps = published.sections.flatMap((section) => section.steps)
    const idOf = (title: string) => steps.find((step) => step.title === title)?.id ?? ''
    const colleagues = (await system.invoke(listColleagues, {})).data
    const editor = colleagues.find(({ name }) => name === 'editor person')?.user_id ?? ''
    const enrolled = []
    for (const [name, first_name] of [
      ['Harbour & Finch', 'Maya'],
      ['Northwind Logistics', 'Ingrid'],
    ] as const) {
      const { data: organisation } = await system.invoke(createOrganisation, { name })
      const person = { email: `${first_name}@work.example`, first_name, organisation_id: organisation.id }
      const { data: contact } = await system.invoke(createContact, person)
      const given = { contact_id: contact.id, guide_id: guide.id, assignee_id: editor }
      enrolled.push((await system.invoke(createEnrollment, given)).data)
    }
    const [harbour, northwind] = enrolled
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const [enrollment, title, due_on] of [
      [harbour, 'Set up the test area', day(-1)],
      [northwind, 'Set up the test area', day(30)],
    ] as const)
      await handrail.database.write(async ({ connection }) => {
        await connection.run(
          `update enrollment_steps set due_on = '${due_on}', due_is_manual = true
           where workspace_id = '${workspace_id}' and enrollment_id = '${enrollment?.id}' and step_id = '${idOf(title)}'`,
          [],
        )
      })
    const follower = await handrail.asContact(northwind?.access_token ?? '')
    await follower.invoke(askQuestion, {
      step_id: idOf('Tell us where your data lives'),
      body: 'Can we start with one warehouse?',
    })
    return { harbour: harbour?.id ?? '', northwind: northwind?.id ?? '', idOf }
  }

  test('is in the navigation with the first plan, is done from the list with undo, and answered in place', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    expect(await page.getByRole('link', { name: 'My work' }).count()).toBe(0)
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/work`)
    await page.getByText('Nothing waits for you').waitFor()
    await look(page, way, 'work-empty')

    const { harbour, northwind, idOf } = await filled()
    await page.reload()
    await page.getByRole('link', { name: 'My work' }).waitFor()
    await heading('My work')
    const group = (name: RegExp) => page.getByRole('region', { name })
    await group(/^Late \d/)
      .getByText('1 day late')
      .waitFor()
    await group(/^Today/)
      .getByText('Ingrid asks: Can we start with one warehouse?')
      .waitFor()
    expect(
      await group(/^Later/)
        .getByRole('listitem')
        .count(),
    ).toBe(1)
    expect(
      await group(/^No date/)
        .getByText('Only us')
        .count(),
    ).toBe(2)
    await look(page, way, 'work')

    // By keys: the first row is done, undone by its toast, and the second row is answered.
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await said('“Set up the test area” is done')
    await expect.poll(() => group(/^Late \d/).count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toContain('Ingrid asks')
    await press('Undo')
    await group(/^Late \d/).waitFor()
    await press('Answer')
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Your answer').count()).toBe(0)
    await page.keyboard.press('e')
    await page.keyboard.type('Yes, that works.')
    expect(await page.getByLabel('Your answer').inputValue()).toBe('Yes, that works.')
    await look(page, way, 'work-answer')
    await page.keyboard.press('Control+Enter')
    await said('Answer sent')
    await expect.poll(() => group(/^Today/).count()).toBe(0)
    const messages = (await here.place.system.invoke(listMessages, { id: northwind })).data
    expect(messages.map(({ body }) => body)).toContain('Yes, that works.')

    // Live: what somebody else gives away goes, and comes back.
    const viewer = (await here.place.system.invoke(listColleagues, {})).data.find(
      ({ name }) => name === 'viewer person',
    )
    const change = { id: harbour, step_id: idOf('Set up the test area') }
    await here.place.system.invoke(operations.updateEnrollmentStep, { ...change, assignee_id: viewer?.user_id ?? '' })
    await expect.poll(() => group(/^Late \d/).count()).toBe(0)
    // Shortcuts of one character are switched off where the list of them says, on this page too, and the others stay.
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Next or previous row of My work').waitFor()
    await look(page, way, 'shortcuts')
    await help.getByRole('link', { name: 'Switch off shortcuts of one character' }).press('Enter')
    await heading('Your account')
    await page.getByRole('switch', { name: 'Shortcuts of one character' }).press('Space')
    for (const keys of ['g', 'm', '?']) await page.keyboard.press(keys)
    await heading('Your account')
    // The address of the calendar in a digest.
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/work`)
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings/account#calendar`)
    const calendar = page.getByRole('heading', { name: 'Calendar of your dates' })
    const isInView = () =>
      calendar.evaluate((title) => {
        const { top, bottom } = title.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    await expect.poll(isInView).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/work`)
    await group(/^Today|^This week|^Later/)
      .first()
      .waitFor()
    for (const keys of ['j', 'e', '?', 'g', 'o']) await page.keyboard.press(keys)
    expect(await page.locator('[data-row]:focus').count()).toBe(0)
    await press('Keyboard shortcuts')
    await help.getByText('Shortcuts of one character are off in this browser.').waitFor()
    await look(page, way, 'shortcuts-off')
    expect(await help.getByText('Next or previous row of My work').count()).toBe(0)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await heading('My work')
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]').waitFor()
    await page.keyboard.press('Escape')

    await page.getByLabel('Whose work').selectOption({ label: 'Everybody’s' })
    await group(/^Late \d/)
      .getByText('viewer person')
      .waitFor()
    expect(faults).toEqual([])
  })

  test('is also on the page of an enrollment: who does each step, given, skipped, done and reopened in place', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const [enrollment] = (await system.invoke(operations.listEnrollments, { query: 'Maya' })).data
    const id = enrollment?.id ?? ''
    const states = async () =>
      (await system.invoke(getEnrollmentSteps, { id })).data.steps.map(({ state, assignee_name }) => [
        state,
        assignee_name,
      ])
    const page = await enter(here.browser, here.place, { way, role: 'editor', path: `/enrollments/${id}` })
    const { heading, press, said } = handsOf(page, way)
    await heading('Maya')
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
    await row('Check the row limit').getByText('Only us').waitFor()
    await page.getByText('Only for us: 0 of 1').waitFor()
    await row('Training for managers').getByText('editor person').waitFor()
    await look(page, way, 'plan')
    await press('More for Training for managers')
    await page.getByRole('menuitem', { name: 'Give to admin person' }).click()
    await said('admin person does “Training for managers”')
    await row('Training for managers').getByText('admin person').waitFor()
    await press('More for Training for managers')
    await page.getByRole('menuitem', { name: 'Skip' }).click()
    await said('“Training for managers” is skipped')
    await row('Training for managers').getByText('Skipped').waitFor()
    await row('Check the row limit').getByRole('button', { name: 'Mark as done' }).click()
    await page.getByText('Only for us: 1 of 1').waitFor()
    await expect.poll(async () => (await states()).at(-1)).toEqual(['skipped', 'admin person'])
    await press('More for Check the row limit of the contract')
    await page.getByRole('menuitem', { name: 'Reopen' }).click()
    await page.getByText('Only for us: 0 of 1').waitFor()
    await look(page, way, 'plan-changed')
  })
})
