import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, useWorkplace, type Way } from './workplace.ts'

const { createOrganisation, listContacts, listOrganisations } = operations

const here = useWorkplace()
const WAY: Way = { name: 'desktop', width: WIDTHS.desktop, colorScheme: 'light' }

test('a new contact: a typed organisation that is unknown is created when asked for, and never dropped', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { base, workspace_id, system } = here.place
  await system.invoke(createOrganisation, { name: 'Harbour Clinics' })
  const page = await enter(here.browser, here.place, { way: WAY, path: '/contacts' })
  const { heading, press } = handsOf(page, WAY)
  await heading('Contacts')
  await press('Add contact')
  const dialog = page.getByRole('dialog')
  const organisation = dialog.getByLabel('Organisation')
  expect(await organisation.inputValue()).toBe('')
  await dialog.getByLabel('First name').fill('Maya')
  await dialog.getByLabel('E-mail address').fill('maya@oakline.example')
  await organisation.fill('Oakline')
  await page.getByRole('option', { name: 'Create “Oakline”' }).waitFor()
  const save = dialog.getByRole('button', { name: 'Add contact' })
  await save.click()
  // At the field, as it is written, and above the buttons.
  await dialog.getByText('Choose an organisation from the list, or create “Oakline” there.', { exact: true }).waitFor()
  expect((await system.invoke(listContacts, {})).data).toEqual([])

  await organisation.fill('Oakline')
  await page.getByRole('option', { name: 'Create “Oakline”' }).click()
  expect(await organisation.inputValue()).toBe('Oakline')
  // Refused once, it is not created twice.
  await dialog.getByLabel('E-mail address').fill('maya')
  await save.click()
  await dialog.getByText('E-mail address', { exact: false }).first().waitFor()
  await dialog.getByRole('alert').first().waitFor()
  await dialog.getByLabel('E-mail address').fill('maya@oakline.example')
  await save.click()
  await heading('Maya')
  const made = (await system.invoke(listOrganisations, { name: 'oakline' })).data
  expect(made).toMatchObject([{ name: 'Oakline', contacts_count: 1 }])

  // A name that exists is offered as it is.
  await page.goto(`${base}/w/${workspace_id}/contacts`)
  await press('Add contact')
  await dialog.getByLabel('Organisation').fill('harbour clinics')
  await page.getByRole('option', { name: 'Harbour Clinics' }).waitFor()
  expect(await page.getByRole('option', { name: /^Create/ }).count()).toBe(0)
})
