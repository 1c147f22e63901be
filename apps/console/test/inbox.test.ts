import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, look, useWorkplace, type Way } from './workplace.ts'

const {
  askQuestion,
  createContact,
  createEnrollment,
  createGuide,
  createInternalNote,
  inviteParticipant,
  listColleagues,
  publishGuide,
  submitForm,
} = operations

const WAYS: Way[] = [
  { name: 'desktop-inbox', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-inbox', width: WIDTHS.phone, colorScheme: 'dark' },
]

const here = useWorkplace()

/** An enrollment of Ingrid in a guide with a role, assigned to a member. */
async function enrolled(domain: string, assignee_id: string) {
  const { system, handrail } = here.place
  const fields = [{ name: 'who', label: 'Who signs in first?', kind: 'text' as const }]
  const form = { title: 'Who may see what', type: 'form' as const, content: { fields }, needs_review: true }
  const sections = [{ title: 'Data', steps: [{ title: 'Create a user' }, form] }]
  const { data: guide } = await system.invoke(createGuide, { title: 'Go live', roles: [{ name: 'IT' }], sections })
  const { data: published } = await system.invoke(publishGuide, { id: guide.id })
  const ingrid = { email: `ingrid@${domain}.example`, first_name: 'Ingrid', last_name: 'Halvorsen' }
  const { data: contact } = await system.invoke(createContact, ingrid)
  const { data } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id, assignee_id })
  const step_id = published.sections[0]?.steps[1]?.id ?? ''
  return { id: data.id, step_id, ingrid: await handrail.asContact(data.access_token) }
}

describe.each(WAYS)('inbox and internal notes, $name', (way) => {
  test('a question and a mention arrive while another page is open, and lead to where they are dealt with', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const colleagues = (await system.invoke(listColleagues, {})).data
    const editor = colleagues.find(({ name }) => name === 'editor person')?.user_id ?? ''
    const { id, step_id, ingrid } = await enrolled(way.name, editor)
    const isPhone = way.width === WIDTHS.phone
    const path = isPhone ? '/inbox' : '/contacts'
    const page = await enter(here.browser, here.place, { way, role: 'editor', path })
    const open = async () => {
      if (isPhone) await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
      // It says how many are new.
      else await page.getByRole('button', { name: /^Inbox/ }).click()
    }
    await open()
    const items = page.locator('.inbox')
    await items.getByText('Nothing here').or(items.getByRole('listitem').first()).first().waitFor()

    await ingrid.invoke(askQuestion, { body: `Can we start with one warehouse of ${way.name}?` })
    await items.getByRole('link', { name: `one warehouse of ${way.name}?` }).waitFor()
    await system.invoke(createInternalNote, {
      id,
      body: `@editor person do we count users of ${way.name}?`,
      mentions: [editor],
    })
    const mention = items.getByRole('link', { name: `do we count users of ${way.name}?` })
    await mention.waitFor()
    await look(page, way, 'open')

    // By keys: the button of the question leads into the field of its answer, and the question is read.
    const question = items.getByRole('listitem').filter({ hasText: `one warehouse of ${way.name}?` })
    await question.getByText('New:').waitFor()
    await question.getByRole('link', { name: 'Answer (Ingrid Halvorsen)' }).press('Enter')
    await page.getByRole('tab', { name: 'Messages', selected: true }).waitFor()
    const answer = page.getByRole('tabpanel').getByRole('textbox')
    await expect.poll(() => answer.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=messages')
    await page.keyboard.type(`Yes, with that of ${way.name}.`)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('tabpanel').getByText(`Yes, with that of ${way.name}.`, { exact: true }).waitFor()
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}${path}`)
    await open()
    await question.waitFor()
    expect(await question.getByText('New:').count()).toBe(0)
    await ingrid.invoke(submitForm, { step_id, answers: { who: 'Ada' } })
    await ingrid.invoke(inviteParticipant, { email: `tom@${way.name}.example`, first_name: `Tom of ${way.name}` })
    // What asks for nothing has no button.
    const told = items.getByRole('listitem').filter({ hasText: `Tom of ${way.name}` })
    await told.waitFor()
    expect(await told.getByRole('link').count()).toBe(1)
    await look(page, way, 'acts')
    await items
      .getByRole('listitem')
      .filter({ hasText: 'Who may see what' })
      .getByRole('link', { name: /^Review/ })
      .first()
      .press('Enter')
    await page.getByRole('dialog', { name: 'Who may see what' }).waitFor()
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}${path}`)
    await open()
    await items.getByRole('button', { name: 'For me' }).click()
    await mention.click()
    await page.getByRole('tab', { name: 'Notes', selected: true }).waitFor()
    await page.getByText('Only your team reads this.').waitFor()
    await page.getByText(`do we count users of ${way.name}?`).waitFor()

    const field = page.getByLabel('Write a note')
    await field.pressSequentially('I think so, @own')
    await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: 'Olga Owner' }).waitFor()
    await field.press('Enter')
    expect(await field.inputValue()).toBe('I think so, @Olga Owner ')
    await field.pressSequentially('decides.')
    await look(page, way, 'notes')
    await field.press('Control+Enter')
    const note = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'I think so' })
    await expect.poll(() => note.locator('b').allTextContents()).toEqual(['editor person', '@Olga Owner'])

    await note.getByRole('button', { name: 'More for Note' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const panel = page.getByRole('tabpanel')
    await panel.getByLabel('Note', { exact: true }).fill('No.')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByText('No.', { exact: true }).waitFor()
    const others = page.getByRole('listitem').filter({ hasText: 'do we count users' })
    expect(await others.getByRole('button').count()).toBe(0)
  })
})
