import { operations } from '@handrail/core'
import { type Context, invoke } from '@handrail/core/internal'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way, type Workplace } from './workplace.ts'

const {
  answerMessage,
  createContact,
  createEnrollment,
  createGuide,
  createInternalNote,
  editGuideDraft,
  getDraftOutline,
  getEnrollment,
  getGuide,
  getGuideDraft,
  listEnrollments,
  listGuideVersions,
  listMembers,
  listSubmissions,
  publishGuide,
  publishGuideDraft,
  reviewSubmission,
  submitForm,
  updateGuide,
} = operations

const way: Way = {
  name: 'desktop-light',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [{ name: 'phone-dark', width: WIDTHS.phone, colorScheme: 'dark' }],
}

describe('the history of a guide', () => {
  const here = useWorkplace()

  /** A guide of a form and a text, with somebody who has answered and somebody who has not begun. */
  async function followedGuide(title = 'First payroll') {
    const { system, handrail } = here.place
    const fields = [{ name: 'size', label: 'How many are you?', kind: 'text' as const }]
    const steps = [{ title: 'About you', type: 'form' as const, content: { fields } }, { title: 'Take the tour' }]
    const { data } = await system.invoke(createGuide, { title, sections: [{ title: 'All', steps }] })
    await system.invoke(publishGuide, { id: data.id })
    for (const name of ['Ada', 'Ben']) {
      const email = `${name}.${title.replaceAll(' ', '.')}@${way.name}.example`
      const { data: contact } = await system.invoke(createContact, { email, first_name: name })
      await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: data.id })
    }
    const [enrolled] = (await system.invoke(listEnrollments, { guide_id: data.id })).data
    const contact = await handrail.asContact(enrolled?.access_token ?? '')
    await contact.invoke(submitForm, { step_id: data.sections[0]?.steps[0]?.id ?? '', answers: { size: '12' } })
    return { id: data.id, enrollment_id: enrolled?.id ?? '' }
  }

  /** What an assistant does in an enrollment: a note that mentions the admin, an answer, and a review. */
  async function actedOn(assistant: Context): Promise<string> {
    const { system, handrail } = here.place
    const fields = [{ name: 'size', label: 'How many are you?', kind: 'text' as const }]
    const step = { title: 'About you', type: 'form' as const, needs_review: true, content: { fields } }
    const { data: guide } = await system.invoke(createGuide, {
      title: 'Seen',
      sections: [{ title: 'A', steps: [step] }],
    })
    await system.invoke(publishGuide, { id: guide.id })
    const person = { email: `seen@${way.name}.example`, first_name: 'Cleo' }
    const { data: contact } = await system.invoke(createContact, person)
    const enrolling = { contact_id: contact.id, guide_id: guide.id }
    const { id, access_token } = (await system.invoke(createEnrollment, enrolling)).data
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    await (await handrail.asContact(access_token)).invoke(submitForm, { step_id, answers: { size: '12' } })
    const [sent] = (await system.invoke(listSubmissions, { id })).data
    const review = { id, submission_id: sent?.id ?? '', revision: 1, decision: 'accept' as const }
    await invoke(reviewSubmission, assistant, review)
    await invoke(answerMessage, assistant, { id, body: 'Under Settings.' })
    const admin = (await system.invoke(listMembers, {})).data.find(({ email }) => email === 'admin@example.com')
    await invoke(createInternalNote, assistant, { id, body: 'Look', mentions: [admin?.user_id ?? ''] })
    return id
  }

  test('publishing: active enrollments are moved after a dry run, and versions are compared, restored and undone', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { place } = here
    const { id, enrollment_id } = await followedGuide()
    const faults: string[] = []
    const page = await enter(here.browser, place, { way, role: 'editor', faults })
    const { heading, press, said } = handsOf(page, way)
    const dialog = page.getByRole('dialog')
    const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    const inMenuOf = async (version: string, action: string) => {
      await page
        .getByRole('row', { name: new RegExp(version) })
        .getByRole('button')
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await heading('Overview')
    await page.goto(`${place.base}/w/${place.workspace_id}/guides/${id}`)
    await heading('First payroll')
    await press('More for About you')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await press('Publish 1 change')
    await dialog.getByText('2 contacts are on their way').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'About you' }).getByText('Was in “').waitFor()
    await dialog.getByRole('checkbox', { name: 'Also move contacts on their way to version 2' }).check()
    await dialog.getByText('2 contacts would move.').waitFor()
    await dialog.getByText('done by 1, the answers of 1 form, 0 files').waitFor()
    await look(page, way, 'publish-moving')
    await answer('Publish version 2')
    await said('2 contacts are being moved')

    await page.goto(`${place.base}/w/${place.workspace_id}/guides/${id}/versions`)
    await heading('History')
    await page.getByText('2 contacts moved').waitFor()
    await page.getByRole('row', { name: /Version 2 Live/ }).waitFor()
    await look(page, way, 'history')
    const followers = async () =>
      (await place.system.invoke(listGuideVersions, { id })).data.map((one) => one.in_progress)
    expect(await followers()).toEqual([1, 0])
    await inMenuOf('Version 1', 'View')
    await dialog.getByText('About you').waitFor()
    await look(page, way, 'history-look')
    await page.keyboard.press('Escape')
    await inMenuOf('Version 1', 'Compare')
    await dialog.getByText('Removed').waitFor()
    await look(page, way, 'history-compare')
    await page.keyboard.press('Escape')

    await inMenuOf('Version 1', 'Restore as draft')
    await answer('Restore as draft')
    await said('Version 1 is the draft now')
    await heading('First payroll')
    await page.getByRole('button', { name: /^About you/ }).waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^About you/ }).waitFor({ state: 'detached' })

    await press('Take the tour')
    await page.getByLabel('Title of the step').fill('Take the long tour')
    await page.getByRole('button', { name: 'Take the long tour Changed since it was published' }).waitFor()
    await expect
      .poll(async () => (await place.system.invoke(getGuideDraft, { id })).data.sections[0]?.steps)
      .toMatchObject([{ title: 'Take the long tour' }])
    await look(page, way, 'marks')
    await page.goto(`${place.base}/w/${place.workspace_id}/guides/${id}/versions`)
    await inMenuOf('Version 1', 'Restore as draft')
    await dialog.getByText('They stay in the history').waitFor()
    await answer('Restore as draft')
    await page.getByRole('button', { name: 'About you Not published yet' }).waitFor()
    await page.goto(`${place.base}/w/${place.workspace_id}/guides/${id}/versions`)
    const replaced = page.getByRole('region', { name: 'Drafts that were replaced' }).getByRole('listitem')
    await replaced.first().waitFor()
    await look(page, way, 'replaced')
    await replaced.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Restore as draft' }).click()
    await answer('Restore as draft')
    await page.getByRole('button', { name: /^Take the long tour/ }).waitFor()

    // An archived guide is published again as it was, without the changes of its draft.
    await page.goto(`${place.base}/w/${place.workspace_id}/guides`)
    await press('More for First payroll')
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await answer('Archive')
    await said('First payroll archived')
    await press('More for First payroll')
    await page.getByRole('menuitem', { name: 'Publish again' }).click()
    await said('First payroll is live')
    const { data: live } = await place.system.invoke(getGuide, { id })
    expect(live.sections[0]?.steps).toMatchObject([{ title: 'Take the tour' }])

    await page.goto(`${place.base}/w/${place.workspace_id}/enrollments/${enrollment_id}`)
    await page.getByText('Answers to removed steps').waitFor()
    await look(page, way, 'left-behind')
    await page.getByRole('link', { name: 'Version 2', exact: true }).click()
    await heading('History')
    await page.locator('tr[aria-current]').filter({ hasText: 'Version 2' }).waitFor()
    await inMenuOf('Version 1', 'Move contacts to this version')
    await dialog.getByText('Everything is carried over.').waitFor()
    await look(page, way, 'move-back')
    await answer('Move 2 contacts')
    await said('2 contacts are being moved')
    await expect.poll(followers).toEqual([0, 1])
    await page.goto(`${place.base}/w/${place.workspace_id}/enrollments/${enrollment_id}`)
    await page.getByText('A newer version is published').waitFor()

    await place.system.invoke(createGuide, { title: 'A guide of nobody' })
    await page.goto(`${place.base}/w/${place.workspace_id}/guides`)
    const titles = () => page.locator('tbody th a').allTextContents()
    await page.getByText('editor person').first().waitFor({ state: 'attached' })
    await expect.poll(titles).toEqual(['A guide of nobody', 'First payroll'])
    await page.getByRole('button', { name: 'Guide', exact: true }).click()
    await page.getByRole('button', { name: 'Guide', exact: true }).click()
    await page.waitForURL(/sort=-title/)
    await page.reload()
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Guide' }).waitFor()
    expect(await titles()).toEqual(['First payroll', 'A guide of nobody'])
    await page.getByLabel('Order').selectOption('By title')
    await page.locator('th[aria-sort=ascending]').waitFor()
    await expect.poll(titles).toEqual(['A guide of nobody', 'First payroll'])
    await look(page, way, 'guides-sorted')
    expect(faults).toEqual([])
  }, 180_000)

  test('publishing a new required question: the dialog names it, and those who are asked again', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { place } = here
    const { id, enrollment_id } = await followedGuide('Tax')
    const { data: draft } = await place.system.invoke(getGuideDraft, { id })
    const added = { name: 'tax', label: 'What is your tax number?', kind: 'text' as const, required: true }
    const sections = draft.sections.map(({ position: _section, steps, ...section }) => ({
      ...section,
      steps: steps.map(({ position: _step, ...step }) => ({
        ...step,
        content: step.type === 'form' ? { fields: [...(step.content.fields ?? []), added] } : step.content,
      })),
    }))
    await place.system.invoke(updateGuide, { id, sections })
    const page = await enter(here.browser, place, { way, role: 'editor' })
    const { said } = handsOf(page, way)
    await page.goto(`${place.base}/w/${place.workspace_id}/guides/${id}?ask=publish`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Also move contacts on their way to version 2' }).check()
    await dialog.getByText('What is your tax number?').last().waitFor()
    await dialog.getByText('About you, 1 contact').waitFor()
    await dialog.getByText('Contacts who have completed the guide are not asked.').waitFor()
    await look(page, way, 'publish-new-question')
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await said('2 contacts are being moved')
    await expect
      .poll(async () => (await place.system.invoke(getEnrollment, { id: enrollment_id })).data.completed_step_ids)
      .toEqual([])
  })

  test('what an assistant changed is marked in the list and the editor until one person has looked', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { place } = here
    const { id } = await followedGuide('Written by two')
    const assistant = await assistantOf(place)
    const { data } = (await invoke(getDraftOutline, assistant, { id })).value
    const step = { title: 'Meet your team', type: 'simple_content' as const, content: { markdown: 'Say hello.' } }
    const changes = [{ action: 'insert_step' as const, section_id: data.sections[0]?.id ?? '', step }]
    await invoke(editGuideDraft, assistant, { id, revision: data.revision, changes })

    const faults: string[] = []
    const page = await enter(here.browser, place, { way, role: 'editor', path: '/guides', faults })
    const dialog = page.getByRole('dialog')
    const note = page.locator('.editor').getByText(/^Changed by Claude for Olga Owner, /)
    const row = page.getByRole('row', { name: /Written by two/ })
    await row.getByText(/Changed by Claude for Olga Owner, /).waitFor()
    await row.getByRole('link', { name: 'See what changed' }).waitFor()
    await look(page, way, 'guides-unseen')
    await row.getByRole('link', { name: 'Written by two' }).click()
    await note.waitFor()
    await look(page, way, 'editor-unseen')
    const other = await enter(here.browser, place, { way, role: 'admin', path: '/guides', faults })
    await other
      .getByRole('row', { name: /Written by two/ })
      .getByRole('link', { name: 'See what changed' })
      .click()
    await other.getByRole('heading', { name: 'Changed by Claude for Olga Owner' }).waitFor()
    await other.getByRole('dialog').getByText('Meet your team').waitFor()
    await look(other, way, 'unseen-changes')
    // It ends for both.
    await note.waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(0)

    const preview = (await invoke(publishGuideDraft, assistant, { id, revision: await revisionOf(assistant, id) }))
      .value
    const { revision, confirmation } = preview.data
    await invoke(publishGuideDraft, assistant, { id, revision, confirmation })
    await page.goto(`${place.base}/w/${place.workspace_id}/guides/${id}/versions`)
    await page.getByRole('cell', { name: 'Claude for Olga Owner' }).waitFor()
    await other.goto(`${place.base}/w/${place.workspace_id}/settings/audit-log`)
    const entry = other.getByRole('row', {
      name: /Claude for Olga Owner.*Guide published|Guide published.*Claude for Olga Owner/,
    })
    await entry.waitFor()
    expect(await entry.textContent()).not.toContain('application:')

    const acted = await actedOn(assistant)
    await other.goto(`${place.base}/w/${place.workspace_id}/inbox`)
    await other.getByRole('listitem').getByText('Claude for Olga Owner mentioned you in a note').waitFor()
    await look(other, way, 'inbox-by-program')
    await other.goto(`${place.base}/w/${place.workspace_id}/enrollments/${acted}`)
    await other.getByText(/accepted by Claude for Olga Owner/).waitFor()
    await other.getByText('Claude for Olga Owner wrote').waitFor()
    for (const tab of ['messages', 'notes']) {
      await other.goto(`${place.base}/w/${place.workspace_id}/enrollments/${acted}?tab=${tab}`)
      await other.getByRole('tabpanel').getByText('Claude for Olga Owner', { exact: true }).waitFor()
    }
    expect(faults).toEqual([])
  })
})

/** An application that acts for the owner of the workspace. */
async function assistantOf({ handrail, system, workspace_id }: Workplace): Promise<Context> {
  const times = { created_at: '2026-11-20T12:00:00.000Z', updated_at: '2026-11-20T12:00:00.000Z' }
  const id = '01900000-0000-7000-8000-000000000001'
  await handrail.database.write(async ({ db, tables: { oauth_clients, oauth_grants, users } }) => {
    const people = await db.select({ id: users.id, email: users.email }).from(users)
    const user_id = people.find(({ email }) => email === 'owner@example.com')?.id ?? ''
    const client = { kind: 'registered', redirect_uris: [], scopes: [], auth_method: 'none', ...times }
    await db.insert(oauth_clients).values({ id: 'claude', name: 'Claude', ...client })
    await db
      .insert(oauth_grants)
      .values({ id, workspace_id, user_id, client_id: 'claude', scopes: [], resource: 'mcp', ...times })
  })
  const { context } = system
  return { ...context, caller: { ...context.caller, kind: 'oauth', id } }
}

async function revisionOf(context: Context, id: string): Promise<string> {
  return (await invoke(getDraftOutline, context, { id })).value.data.revision
}
