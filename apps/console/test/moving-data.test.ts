import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, openWorkplace, useWorkplace, type Way } from './workplace.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  listContacts,
  listImports,
  publishGuide,
} = operations

const way: Way = {
  name: 'desktop-light',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [{ name: 'phone-dark', width: WIDTHS.phone, colorScheme: 'dark' }],
}

/** 200 rows, 6 of them with an address that cannot be one, and one with that of another row. */
const CSV = [
  'E-mail,First name,Surname,Company,Plan',
  ...Array.from(
    { length: 200 },
    (_, i) => `${i === 63 ? 'p0@' : `p${i}${i % 30 === 3 ? '@@' : '@'}`}oak.example,Person ${i},Nair,Oakline,Team`,
  ),
].join('\n')

describe('imports, bulk changes and analytics in the console', () => {
  const here = useWorkplace()

  test('an import of contacts: rows with errors are left out, and the import can be undone', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'admin', faults })
    const { heading, press, choose, visit } = handsOf(page, way)
    await heading('Overview')
    await choose('Contacts')
    await heading('Contacts')
    await visit('Import')
    await heading('Import contacts')
    await look(page, way, 'import-choose')
    await page
      .getByLabel('Choose a file')
      .last()
      .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await page.getByText('customers.csv, 200 rows').waitFor()
    await page.getByLabel('Plan').selectOption('metadata.plan')
    await page.getByLabel('Enroll all contacts in a guide').check()
    const send = page.getByLabel('Mail the link to them')
    await page.getByText('There is no mail server: the mail would stay in the outbox.').waitFor()
    expect(await send.isChecked()).toBe(false)
    await look(page, way, 'import-enroll')
    await page.getByLabel('Enroll all contacts in a guide').uncheck()
    await press('Check the file')
    await page.getByText('7 with errors').waitFor()
    await page.getByText('p3@@oak.example').waitFor()
    await press('Twice in the file 1')
    await page.getByText('p3@@oak.example').waitFor({ state: 'detached' })
    await page.getByText('p0@oak.example').last().waitFor()
    await press('E-mail 6')
    await page.getByText('p3@@oak.example').waitFor()
    await press('All 7')
    await look(page, way, 'import-checked')
    const total = async () => (await here.place.system.invoke(listContacts, { per_page: 1 })).meta.total
    expect(await total()).toBe(0)
    await press('Import 193 contacts')
    await page.getByRole('heading', { level: 2, name: 'Imported' }).waitFor()
    await look(page, way, 'import-done')
    // As its progress was shown, which is over by now.
    const padding = await page.evaluate(() => {
      const card = document.body.appendChild(document.createElement('section'))
      card.className = 'card pad all stack'
      const { paddingTop, paddingLeft } = getComputedStyle(card)
      card.remove()
      return [paddingTop, paddingLeft]
    })
    expect(padding).not.toContain('0px')
    expect(await total()).toBe(193)
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download with results')])
    expect(download.suggestedFilename()).toMatch(/^import-.*\.csv$/)
    await press('Undo this import')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await page.getByText('193 rows undone').waitFor()
    expect(await total()).toBe(0)
    expect(faults).toEqual([])
  }, 180_000)

  test('bulk changes of contacts: they are moved and deleted together, undone at once, and found by keyboard', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    await system.invoke(createOrganisation, { name: `Kestrel ${way.name}` })
    for (const name of ['Ada', 'Ben'])
      await system.invoke(createContact, { email: `${name}@${way.name}.example`, first_name: name })
    const total = async () => (await system.invoke(listContacts, { per_page: 1 })).meta.total
    const before = await total()
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'admin', faults })
    const { heading, press, choose, said } = handsOf(page, way)
    await heading('Overview')
    await choose('Contacts')
    await heading('Contacts')
    for (const name of ['Ada', 'Ben']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await look(page, way, 'bulk-bar')
    // Nobody of them is in a guide.
    await press('Remind')
    await said('0 contacts are reminded. 2 are not')
    await page.keyboard.press('Control+k')
    const found = page.getByRole('combobox', { name: /A contact, an organisation/ })
    // With a sign that means something in a pattern.
    await found.fill(`(kestrel) ${way.name}`)
    await found.fill(`kestrel ${way.name}`)
    await page.getByRole('option', { name: `Kestrel ${way.name}` }).waitFor()
    await look(page, way, 'palette')
    await found.press('Enter')
    await heading(`Kestrel ${way.name}`)
    await page.locator('main').press('?')
    await page.getByRole('dialog').getByText('Go to: Contacts').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const key of ['g', 'c']) await page.keyboard.press(key)
    await heading('Contacts')
    for (const name of ['Ada', 'Ben']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await press('Set organisation')
    // A dialog takes the focus once it is shown, and suggestions close without it.
    await expect.poll(() => page.getByRole('dialog').evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await page.getByRole('dialog').getByLabel('Organisation').fill(`Kestrel ${way.name}`)
    await page.getByRole('option', { name: `Kestrel ${way.name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await said('2 contacts moved')
    for (const name of ['Ada', 'Ben']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await press('Delete')
    await said('2 contacts deleted')
    expect(await total()).toBe(Number(before) - 2)
    await press('Undo')
    await page.getByRole('checkbox', { name: 'Select Ada' }).waitFor()
    expect(await total()).toBe(before)
    expect(faults).toEqual([])
  }, 120_000)

  test('an import of an invalid file: it is refused with the reason, in English and in German', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const buffer = Buffer.from(`email\n${'x'.repeat(40_000)}\n`)
    for (const [locale, label, sentence] of [
      ['en-GB', 'Choose a file', 'This file has more than 32,767 characters in row 2, column A'],
      ['de-DE', 'Datei wählen', 'Ein Text in der Datei ist zu lang'],
    ] as const) {
      const faults: string[] = []
      const page = await enter(here.browser, here.place, { way: { ...way, locale }, role: 'admin', faults })
      await page.goto(`${here.place.base}/w/${here.place.workspace_id}/imports`)
      await page.getByLabel(label).last().setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer })
      await page.getByText(sentence).waitFor()
    }
  }, 120_000)

  test('analytics: the step at which most contacts stop is named, in German', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const steps = [{ title: 'Take the tour' }, { title: 'Send your report' }, { title: 'Book a call' }]
    const { data: guide } = await system.invoke(createGuide, {
      title: 'First payroll',
      sections: [{ title: 'Hello', steps }],
    })
    await system.invoke(publishGuide, { id: guide.id })
    const ids = guide.sections[0]?.steps.map(({ id }) => id) ?? []
    for (const [index, done] of [3, 2, 1, 1].entries()) {
      const email = `${way.name}-${index}@example.com`
      const { data: contact } = await system.invoke(createContact, { email, first_name: `Person ${index}` })
      const { data } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
      for (const step_id of ids.slice(0, done)) await system.invoke(completeStep, { id: data.id, step_id })
    }
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way: { ...way, locale: 'de-DE' }, role: 'viewer', faults })
    const { heading } = handsOf(page, way)
    await heading('Überblick')
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/analytics`)
    await heading('Auswertung')
    await page.getByText('Die meisten hören bei „Send your report“ auf.').waitFor()
    expect(await page.getByRole('row', { name: /Send your report/ }).textContent()).toMatch(/2\s*50\s*%\s*−2/)
    await look(page, way, 'analytics')
    await page.getByLabel('Zeitraum').selectOption('all')
    await page.waitForURL(/period=all/)
    await page
      .getByText('1 derer', { exact: false })
      .or(page.getByText('25 % derer, die begonnen haben'))
      .first()
      .waitFor()
    expect(faults).toEqual([])
  }, 120_000)
})

test('an import of 4,000 rows with 37 errors: it continues after a restart, and can be undone', async ({ skip }) => {
  const browser = await openBrowser()
  if (typeof browser === 'string') return skip(browser)
  const folder = mkdtempSync(join(tmpdir(), 'handrail-test-'))
  const place = await openWorkplace({ database: join(folder, 'handrail.db') })
  const way = { name: 'desktop-restart', width: WIDTHS.desktop, colorScheme: 'light' } as const
  // So many that they take several times as long as the server takes to stop.
  const lines = Array.from({ length: 4000 }, (_, i) => `p${i}${i % 108 === 5 ? '@@' : '@'}oak.example,Person ${i}`)
  try {
    const page = await enter(browser, place, { way, role: 'admin', path: '/imports?resource=contacts' })
    const { heading, press } = handsOf(page, way)
    await heading('Import contacts')
    const buffer = Buffer.from(['E-mail,First name', ...lines].join('\n'))
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer }
    await page.getByLabel('Choose a file').last().setInputFiles(file)
    await page.getByText('customers.csv, 4,000 rows').waitFor({ timeout: 120_000 })
    await press('Check the file')
    await page.getByText('37 with errors').waitFor({ timeout: 120_000 })
    // The first of the mistakes, and all of them by a button.
    const mistakes = page.getByRole('row').filter({ hasText: '@@oak.example' })
    await expect.poll(() => mistakes.count()).toBe(8)
    await press('Show all 37')
    await expect.poll(() => mistakes.count()).toBe(37)
    await look(page, way, 'mistakes')
    const job = async () => (await place.system.invoke(listImports, {})).data[0]
    // From before the button is pressed: the browser may be slower to say that it was than the first rows are to come in.
    const restarted = expect
      .poll(
        async () => {
          const { status, place: reached = 0 } = (await job()) ?? {}
          // The check of the file has been through all of its rows.
          return status === 'running' ? reached : 0
        },
        { timeout: 120_000, interval: 20 },
      )
      .toBeGreaterThan(100)
      .then(() => place.restart())
    await press('Import 3,963 contacts')
    await restarted
    const half = await job()
    expect([half?.status, (half?.created ?? 0) < 3963]).toEqual(['running', true])
    const done = page.getByRole('heading', { level: 2, name: 'Imported' })
    await done.waitFor({ timeout: 240_000 })
    expect(await job()).toMatchObject({ created: 3963, faulty: 37 })
    await press('Undo this import')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await page.getByText('3,963 rows undone').waitFor({ timeout: 240_000 })
    expect((await place.system.invoke(listContacts, { per_page: 1 })).meta.total).toBe(0)
  } finally {
    await browser.close()
    await place.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 900_000)
