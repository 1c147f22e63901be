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
  markAnswersSeen,
  publishGuide,
  updateGuide,
} = operations

const way: Way = {
  name: 'desktop-dark',
  width: WIDTHS.desktop,
  colorScheme: 'dark',
  also: [{ name: 'phone-light', width: WIDTHS.phone, colorScheme: 'light' }],
}
const SECTIONS = [{ title: 'First day', steps: [{ title: 'Read this' }, { title: 'Then that' }] }]

describe('working together in the console', () => {
  const here = useWorkplace()

  test('a question of a contact: it is answered from the overview', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { data: guide } = await here.place.system.invoke(createGuide, { title: 'Followed', sections: SECTIONS })
    await here.place.system.invoke(publishGuide, { id: guide.id })
    const { data: harbour } = await here.place.system.invoke(createOrganisation, { name: 'Harbour' })
    const { data: contact } = await here.place.system.invoke(createContact, {
      email: 'm@example.com',
      first_name: 'Maya',
      organisation_id: harbour.id,
    })
    const enrolled = { contact_id: contact.id, guide_id: guide.id }
    const { data } = await here.place.system.invoke(createEnrollment, enrolled)
    const follower = await here.place.handrail.asContact(data.access_token)
    await follower.invoke(askQuestion, { body: 'Where is the report?' })

    const page = await enter(here.browser, here.place, { way, role: 'editor' })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    await page.getByRole('link', { name: 'Answer' }).click()
    await heading('Maya')
    await page.getByText('Where is the report?').waitFor()
    await page.getByLabel('Your answer').fill('Below Settings.')
    await press('Send answer')
    await said('Answer sent')
    await page.getByText('Below Settings.').waitFor()
    await page.getByText('Not seen yet').waitFor()
    await look(page, way, 'answered')
    await follower.invoke(markAnswersSeen, {})
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/enrollments/${data.id}?tab=messages`)
    await page.getByText(/^Seen /).waitFor()
    await look(page, way, 'answer-seen')
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.reload()
    await page.getByRole('tab', { name: 'Files', selected: true }).waitFor()

    // By keys alone, whatever page one is on: what the role allows, with what was found.
    const dialog = page.getByRole('dialog')
    const find = async (typed: string, ...actions: string[]) => {
      await page.keyboard.press('Control+k')
      const field = dialog.getByRole('combobox')
      await field.fill(typed)
      for (const action of actions) {
        await dialog.getByRole('option', { name: typed }).first().waitFor()
        await field.press('ArrowRight')
        await field.fill(action)
        await dialog
          .getByRole('option', { name: new RegExp(action, 'i') })
          .first()
          .waitFor()
      }
      return { field, option: dialog.getByRole('option').first() }
    }
    // Beside a contact stands where they are, in the palette as in the list.
    const { option: person } = await find('Maya')
    if (way.width >= 768) await person.getByText('Invited').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/contacts`)
    await page.getByRole('row', { name: /Maya/ }).getByText('Followed').and(page.locator(':visible')).waitFor()
    await look(page, way, 'whereabouts')
    const { data: nils } = await here.place.system.invoke(createContact, { email: 'n@example.com', first_name: 'Nils' })
    await here.place.system.invoke(createEnrollment, { contact_id: nils.id, guide_id: guide.id })
    await here.place.system.invoke(createContact, { email: 'o@example.com', first_name: 'Otto' })
    for (const name of ['Nils', 'Otto']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await press('Remind')
    await said('1 contact is reminded. 1 is not: nothing is open')
    const { data: elsewhere } = await here.place.system.invoke(createOrganisation, { name: 'Elsewhere' })
    const enrollments = `${here.place.base}/w/${here.place.workspace_id}/enrollments?organisation=`
    await page.goto(`${enrollments}${elsewhere.id}`)
    await page.getByText('No enrollment matches these filters').waitFor()
    await page.goto(`${enrollments}${harbour.id}`)
    await page.getByRole('row', { name: /Maya/ }).getByRole('link', { name: 'Maya' }).click()
    await heading('Maya')
    const maya = await find('Maya', 'remind')
    await maya.option.getByText('Followed').waitFor()
    await look(page, way, 'palette-actions')
    await maya.field.press('Enter')
    await said('Maya is reminded')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await (await find('Maya', 'enroll')).field.press('Enter')
    await dialog.getByText('Maya').waitFor()
    await page.keyboard.press('Escape')
    const everybody = await find('harbour')
    await everybody.option.getByText('Enroll all contacts of Harbour in a guide').waitFor()
    await look(page, way, 'palette-found')
    await everybody.field.press('Enter')
    await dialog.getByRole('button', { name: 'Leave Maya out' }).waitFor()
    await page.keyboard.press('Escape')
    await here.place.system.invoke(updateGuide, { id: guide.id, description: 'Told anew' })
    const adding = await find('add contact')
    await dialog.getByText('No results').waitFor()
    await adding.field.fill('light')
    await adding.field.press('Enter')
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
    await (await find('deutsch')).field.press('Enter')
    await page.locator('html[lang=de]').waitFor({ state: 'attached' })
    await (await find('english')).field.press('Enter')
    await page.locator('html[lang=en]').waitFor({ state: 'attached' })
    await press('Remind')
    await said('A contact gets at most one reminder a day')
    await (await find('Followed', 'publish')).field.press('Enter')
    await heading('Followed')
    await dialog.getByRole('button', { name: 'Publish version 2' }).click()
    await said('Followed is live')
    await dialog.waitFor({ state: 'detached' })

    // Whatever fails, a page says so, and how to go on.
    const failing = new Set(['get_own_membership', 'list_contacts', 'list_all_guides'])
    await page.route('**/console/operations/*', (route) =>
      failing.has(route.request().url().split('/').at(-1) ?? '')
        ? route.fulfill({ status: 500, json: { error: { type: 'internal_error', message: '', request_id: 'req_1' } } })
        : route.continue(),
    )
    const address = `${here.place.base}/w/${here.place.workspace_id}`
    await page.goto(`${address}/contacts/${contact.id}`)
    await page.getByText('This could not be loaded.').waitFor()
    await page.getByText('req_1').waitFor()
    failing.delete('get_own_membership')
    await press('Try again')
    await heading('Maya')
    await press('Enroll in a guide')
    await dialog.getByText('This could not be loaded.').waitFor()
    await dialog.getByLabel('Contacts').fill('Ben')
    await page.getByRole('option', { name: 'This could not be loaded.' }).waitFor()
    await page.keyboard.press('Tab')
    await look(page, way, 'enroll-failing')
    failing.delete('list_all_guides')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByLabel('Guide').selectOption('Followed')
    await page.keyboard.press('Escape')
    const lost = await find('Maya')
    await dialog.getByRole('alert').getByText('This could not be loaded.').waitFor()
    expect(await dialog.getByText('No results').count()).toBe(0)
    await lost.field.press('Escape')
  }, 120_000)
})
