import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  completeOwnStep,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createParticipant,
  listParticipants,
  publishGuide,
  readOwnGuide,
} = operations

const WAYS: Way[] = [
  { name: 'desktop-people', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-people', width: WIDTHS.phone, colorScheme: 'dark' },
]

const here = useWorkplace()

/** An enrollment of Ingrid in a guide with the roles IT and Finance, whose first step is for IT. */
async function enrolled(domain: string) {
  const { system } = here.place
  const { data: guide } = await system.invoke(createGuide, {
    title: 'Go live',
    roles: [{ id: IT, name: 'IT' }, { name: 'Finance' }],
    sections: [
      { title: 'Data', steps: [{ title: 'Create a user', responsible: IT }, { title: 'Check the totals' }] },
      { title: 'Train', opens: 'by_team', steps: [{ title: 'Watch' }] },
    ],
  })
  await system.invoke(publishGuide, { id: guide.id })
  const { data: organisation } = await system.invoke(createOrganisation, { name: `Northwind ${domain}` })
  const ingrid = { email: `ingrid@${domain}.example`, first_name: 'Ingrid', organisation_id: organisation.id }
  const { data: contact } = await system.invoke(createContact, ingrid)
  const { data } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
  return { id: data.id, steps: guide.sections[0]?.steps ?? [] }
}

const IT = '01900000-0000-7000-8000-0000000000a1'

describe.each(WAYS)('the people of an enrollment, $name', (way) => {
  test('are added with a role and a link, change it, get a new link, and are removed', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { handrail, system } = here.place
    const { id, steps } = await enrolled(way.name)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'admin', faults, path: `/enrollments/${id}` })
    const { heading, press, said } = handsOf(page, way)
    await heading('Ingrid')
    const card = page.getByRole('region', { name: 'People' })
    const row = (name: string) => card.getByRole('listitem').filter({ hasText: name })
    await expect.poll(() => card.getByText('Nobody yet, so Ingrid gets it').count()).toBe(2)

    await press('Fill IT')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Role').inputValue()).toBe(IT)
    await dialog.getByLabel('E-mail address').fill(`ingrid@${way.name}.example`)
    await dialog.getByLabel('First name').fill('Yuki')
    await look(page, way, 'add')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.locator('.error').waitFor()
    await dialog.getByLabel('E-mail address').fill(`yuki@${way.name}.example`)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await said('Yuki takes part')
    await row('Yuki').getByText('IT').waitFor()
    await row('Yuki').getByText('Not opened').waitFor()
    // The first step is Yuki's; quiet hours hold a mail back.
    const told = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await press('Remind Yuki')
    await told(/Yuki (is|will be) reminded/)
    await press('Remind Yuki')
    await told(/Yuki has had a mail today/)

    const [yuki] = (await system.invoke(listParticipants, { id })).data
    const asYuki = await handrail.asContact(yuki?.access_token ?? '')
    await asYuki.invoke(completeOwnStep, { step_id: steps[0]?.id ?? '' })
    // The page is told of it.
    await page
      .getByRole('tabpanel')
      .getByText(/^Yuki, /)
      .waitFor()
    await page.getByText('Yuki finished “Create a user”').waitFor()
    await page.getByRole('button', { name: 'Remind Ingrid' }).waitFor()
    await look(page, way, 'page')

    const train = page.getByRole('region', { name: 'Train' })
    await train.getByText('You open it').waitFor()
    await press('Open now Train')
    await dialog.getByText('1 step before it is open: 1 of the customer, 0 of yours.').waitFor()
    await look(page, way, 'open-now')
    await dialog.getByRole('button', { name: 'Open now' }).click()
    await said('“Train” is open')
    await train.getByRole('button', { name: 'Close it again' }).waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await said('“Train” is closed again')
    await train.getByText('You open it').waitFor()

    await press('More for Yuki')
    await page.getByRole('menuitem', { name: 'Give the role Finance' }).click()
    await row('Yuki').getByText('Finance').waitFor()
    await press('More for Yuki')
    await page.getByRole('menuitem', { name: 'New link' }).click()
    await dialog.getByRole('button', { name: 'New link' }).click()
    await said('ew link')
    await expect(asYuki.invoke(readOwnGuide, {})).resolves.toBeDefined()
    await expect(handrail.asContact(yuki?.access_token ?? '')).rejects.toMatchObject({ code: 'not_found' })

    await press('More for Yuki')
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await said('Yuki no longer takes part')
    await row('Yuki').waitFor({ state: 'detached' })

    await system.invoke(completeStep, { id, step_id: steps[1]?.id ?? '' })
    await press('Ours: open “Train”')
    await expect.poll(() => train.evaluate((section) => section === document.activeElement)).toBe(true)
    await look(page, way, 'ours')

    // While nobody can do anything, the link is the main thing.
    const opens = { days: 5, from: 'enrolled' as const }
    const sections = [{ title: 'Later', opens, steps: [{ title: 'Wait' }] }]
    const { data: guide } = await system.invoke(createGuide, { title: 'Later', sections })
    await system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await system.invoke(createContact, { email: `l@${way.name}.example`, first_name: 'Lia' })
    const { data: later } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/enrollments/${later.id}`)
    await page.locator('.btn.main').getByText('Copy link').waitFor()
    expect(await page.getByRole('button', { name: /^Remind/ }).count()).toBe(0)
    await press('More for Lia')
    await page.getByRole('menuitem', { name: 'New link' }).click()
    await dialog.getByText('stop working at once').waitFor()
    await dialog.getByRole('button', { name: 'New link' }).click()
    await said('ew link')
    await expect(handrail.asContact(later.access_token)).rejects.toMatchObject({ code: 'not_found' })
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/enrollments/${id}`)
    // What was done keeps its name.
    await page
      .getByRole('tabpanel')
      .getByText(/^Yuki, /)
      .waitFor()
    expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([])
  }, 120_000)

  test('are seen by a viewer without links or actions, in German', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { id } = await enrolled(`viewed-${way.name}`)
    await here.place.system.invoke(createParticipant, { id, email: `m@${way.name}.example`, first_name: 'María' })
    const german = { ...way, locale: 'de-DE' }
    const page = await enter(here.browser, here.place, { way: german, role: 'viewer', path: `/enrollments/${id}` })
    const card = page.getByRole('region', { name: 'Personen' })
    await card.getByText('María').waitFor()
    await card.getByText('Hauptkontakt').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    await look(page, way, 'viewed')
  })
})
