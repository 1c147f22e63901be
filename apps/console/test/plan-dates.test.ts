import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { changeGuideDraft, createContact, createEnrollment, createGuide, getEnrollmentSteps, publishGuide } = operations

const WAYS: Way[] = [
  { name: 'desktop-dates', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-dates', width: WIDTHS.phone, colorScheme: 'dark' },
]

const here = useWorkplace()

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * An enrollment with a target in 20 days, whose second step is due two days after the first. The first is not due soon on
 * any day of the week: three days from a Friday would be one working day.
 */
async function enrolled(domain: string) {
  const { system } = here.place
  const { data: guide } = await system.invoke(createGuide, {
    title: `Go live ${domain}`,
    sections: [{ title: 'Data', steps: [{ title: 'Kick-off' }, { title: 'Connect' }, { title: 'Launch' }] }],
  })
  const [kickOff, connect] = guide.sections[0]?.steps ?? []
  const due = (id: string | undefined, from: string, days: number) =>
    ({ action: 'set_step', id: id ?? '', due: { days, from, calendar_days: true } }) as const
  const changes = [due(kickOff?.id, 'enrolled', 6), due(connect?.id, kickOff?.id ?? '', 2)]
  await system.invoke(changeGuideDraft, { id: guide.id, changes })
  await system.invoke(publishGuide, { id: guide.id })
  const ingrid = { email: `ingrid@${domain}.example`, first_name: 'Ingrid', last_name: 'Halvorsen' }
  const { data: contact } = await system.invoke(createContact, ingrid)
  return (
    await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id, target_date: dayAfter(20) })
  ).data
}

describe.each(WAYS)('the dates of an enrollment, $name', (way) => {
  test('show how it stands, and move with a preview and undo', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const { id } = await enrolled(way.name)
    const page = await enter(here.browser, here.place, { way, role: 'editor', path: `/enrollments/${id}` })
    const { said } = handsOf(page, way)
    const facts = page.getByRole('region', { name: 'How it stands' })
    await facts.getByText('On track').waitFor()
    await facts.getByText('20 days left').waitFor()

    const dueOf = async () => (await system.invoke(getEnrollmentSteps, { id })).data.steps.map(({ due_on }) => due_on)
    const before = await dueOf()
    await page.getByRole('button', { name: 'Date of “Kick-off”' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Due').fill(dayAfter(21))
    await dialog.getByText('Moves 1 other step', { exact: false }).waitFor()
    await dialog.getByText('after the target', { exact: false }).waitFor()
    await look(page, way, 'preview')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said('Date of “Kick-off” saved')
    await facts.getByText('At risk').waitFor()
    await facts.getByText(/The forecast is \d days? after the target\./).waitFor()
    expect((await dueOf())[0]).toBe(dayAfter(21))
    await look(page, way, 'at-risk')
    await page.getByRole('button', { name: 'Undo' }).click()
    await facts.getByText('On track').waitFor()
    expect(await dueOf()).toEqual(before)

    // "Connect" counts from "Kick-off", which is due in six days.
    await page.getByRole('button', { name: 'Date of “Connect”' }).click()
    await dialog.getByLabel('Due').fill(dayAfter(6))
    await dialog.getByText('This is the same day as “Kick-off”, which it comes after.').waitFor()
    await look(page, way, 'same-day')
    await dialog.getByRole('button', { name: 'Count from “Kick-off”' }).click()
    expect(await dialog.getByLabel('Due').inputValue()).toBe(before[1])
    await dialog.getByLabel('Due').fill(dayAfter(6))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said('Date of “Connect” saved')
    const step = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Connect' })
    await step.getByText('This is the same day as “Kick-off”').waitFor()
    await look(page, way, 'clash')
    // The earlier one, moved beyond it, can give it its date again.
    await page.getByRole('button', { name: 'Date of “Kick-off”' }).click()
    await dialog.getByLabel('Due').fill(dayAfter(7))
    await dialog.getByText('“Connect”, which comes after it, is due before that.').waitFor()
    await dialog.getByRole('button', { name: 'Count from this step' }).click()
    await dialog.getByText('Moves 1 other step', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(dueOf).toEqual(before)
    await page
      .getByRole('status')
      .filter({ hasText: 'Date of “Connect” saved' })
      .last()
      .getByRole('button', { name: 'Undo' })
      .last()
      .click()
    await step.getByRole('button', { name: 'Count from “Kick-off”' }).click()
    await step.getByText('This is the same day as “Kick-off”').waitFor({ state: 'detached' })
    expect(await dueOf()).toEqual(before)

    await facts.getByRole('button', { name: 'Change the target' }).click()
    await dialog.getByLabel('Target').fill(dayAfter(30))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said('Target saved')
    await facts.getByText('30 days left').waitFor()

    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/enrollments?health=on_track&sort=target_date`)
    const row = page.getByRole('row').filter({ hasText: `Go live ${way.name}` })
    await row.getByText('On track').filter({ visible: true }).waitFor()
    await look(page, way, 'list')
  })
})
