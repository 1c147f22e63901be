import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { dates as germanDates } from '../src/i18n/de/dates.ts'
import { enrollment as germanEnrollment } from '../src/i18n/de/enrollments.ts'
import { nav as germanNav } from '../src/i18n/de/frame.ts'
import { dates as englishDates } from '../src/i18n/en/dates.ts'
import { enrollment as englishEnrollment } from '../src/i18n/en/enrollments.ts'
import { nav as englishNav } from '../src/i18n/en/frame.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createParticipant,
  listViews,
  publishGuide,
} = operations

const IT = '019aa0f4-7c00-7000-8000-0000000000a3'
const WAYS: Way[] = [
  { name: 'desktop-customers', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-customers', width: WIDTHS.phone, colorScheme: 'dark' },
]
const ENGLISH = { dates: englishDates, enrollment: englishEnrollment, nav: englishNav }
const GERMAN = { dates: germanDates, enrollment: germanEnrollment, nav: germanNav }
const LEADS = [
  ...WAYS.map((way) => ({ ...way, name: `${way.name}-lead`, texts: ENGLISH })),
  { name: 'phone-customers-de', width: WIDTHS.phone, colorScheme: 'dark' as const, locale: 'de-DE', texts: GERMAN },
]

/** A text of the console with any number in it. */
const textOf = (text: string) => new RegExp(`^${text.replace('{{count}}', '\\d+')}$`)

const here = useWorkplace()

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A guide whose steps take twenty days. */
async function guideOf(title: string) {
  const { system } = here.place
  const due = (days: number, from = 'previous') => ({ days, from, calendar_days: true })
  const { data } = await system.invoke(createGuide, {
    title,
    roles: [{ id: IT, name: 'IT' }],
    sections: [
      {
        title: 'Connect',
        steps: [
          { title: 'Kick-off', due: due(5, 'enrolled') },
          { title: 'Create a read-only user', responsible: IT, due: due(5) },
          { title: 'Connect the data', responsible: 'team', due: due(5) },
        ],
      },
      { title: 'Train', opens: 'by_team', steps: [{ title: 'Go live', due: due(5, 'opened') }] },
    ],
  })
  const { sections } = (await system.invoke(publishGuide, { id: data.id })).data
  return { id: data.id, steps: sections.flatMap(({ steps }) => steps.map(({ id }) => id)) }
}

/** A person of an organisation in a guide, with a target in so many days. */
async function planOf(organisation_id: string | null, guide_id: string, name: string, target: number) {
  const { system } = here.place
  const [first_name = '', last_name = ''] = name.split(' ')
  const email = `${first_name}.${crypto.randomUUID()}@customers.example`
  const { data } = await system.invoke(createContact, { email, first_name, last_name, organisation_id })
  const given = { contact_id: data.id, guide_id, target_date: dayAfter(target) }
  return (await system.invoke(createEnrollment, given)).data
}

/** Northwind will miss its target, and one plan of Orchard Bank; the others are on track. */
async function story(suffix: string) {
  const { system } = here.place
  const named = async (name: string) => (await system.invoke(createOrganisation, { name: `${name} ${suffix}` })).data.id
  const guide = await guideOf(`Go live ${suffix}`)
  const other = await guideOf(`Roll out ${suffix}`)
  const [north, orchard] = [await named('Northwind'), await named('Orchard')]
  const late = await planOf(north, guide.id, 'Ingrid Halvorsen', 2)
  const yuki = { email: `yuki.${suffix}@customers.example`, first_name: 'Yuki', last_name: 'Tanaka', role_id: IT }
  await system.invoke(createParticipant, { id: late.id, ...yuki })
  await system.invoke(completeStep, { id: late.id, step_id: guide.steps[0] ?? '' })
  await planOf(orchard, guide.id, 'Oluwaseun Adebayo', 3)
  await planOf(orchard, other.id, 'Charlotte Nguyen', 90)
  await planOf(null, guide.id, 'Samir Nasser', 90)
  return { late, guide, orchard }
}

describe.each(LEADS)('the customers of a lead, $name', (way) => {
  const { dates, enrollment, nav } = way.texts
  const isPhone = way.width < 768

  test('show in two clicks who will miss the target, and why', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    await story(way.name)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'viewer', faults })
    const { heading } = handsOf(page, way)
    const reason = textOf(dates.reason.forecast_other)
    await heading(nav.overview)
    await page.getByRole('link', { name: nav.customers }).filter({ visible: true }).first().click()
    await heading(nav.customers)
    const row = page.getByRole('row').filter({ hasText: `Northwind ${way.name}` })
    await row.getByText(dates.health.at_risk).filter({ visible: true }).waitFor()
    await row.getByText(reason).filter({ visible: true }).waitFor()
    if (!isPhone) {
      await row.getByText('Create a read-only user').waitFor()
      await row.getByText('IT, Yuki Tanaka').waitFor()
      await row.getByText(textOf(dates.after_other)).waitFor()
    }
    await row.getByText(enrollment.of.replace('{{done}}', '1').replace('{{of}}', '4')).waitFor()
    await look(page, way, 'list')
    await row.getByRole('link', { name: `Northwind ${way.name}` }).click()
    await page.getByRole('region', { name: dates.facts }).getByText(reason).waitFor()
    expect(faults).toEqual([])
  })
})

describe.each(WAYS)('customers, $name', (way) => {
  const isPhone = way.width < 768

  test('an organisation opens to its plans, of which the worst counts, and a list is filtered by health', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { orchard } = await story(`${way.name}-2`)
    const path = `/customers?query=`
    const page = await enter(here.browser, here.place, { way, role: 'viewer', path: `${path}&organisation=${orchard}` })
    const name = `Orchard ${way.name}-2`
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('The worst of 2 plans').filter({ visible: true }).waitFor()
    const fold = page.getByRole('button', { name: `Plans of ${name}` })
    await fold.click()
    expect(await fold.getAttribute('aria-expanded')).toBe('true')
    const plan = page.getByRole('row').filter({ hasText: `Roll out ${way.name}-2` })
    await plan.getByText('On track').filter({ visible: true }).waitFor()
    await look(page, way, 'open')
    const health = page.getByRole('group', { name: 'Health' })
    await health.getByRole('button', { name: /On track/ }).click()
    await row.getByText(`Roll out ${way.name}-2`).filter({ visible: true }).waitFor()
    await health.getByRole('button', { name: /At risk/ }).click()
    await row.getByText('The worst of 2 plans').filter({ visible: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('health')).toBe('on_track,at_risk')
    await health.getByRole('button', { name: /At risk/ }).click()
    await health.getByRole('button', { name: /On track/ }).click()
    await health.getByRole('button', { name: /No dates/ }).click()
    await page.getByText('No customer matches these filters').waitFor()
    await look(page, way, 'nothing')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row.waitFor()
    // The name is that of the organisation, and finds all its plans.
    await page.getByRole('searchbox', { name: 'Customer or person' }).fill(name.toUpperCase())
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Northwind' }).count()).toBe(0)
    await row.getByText('The worst of 2 plans').filter({ visible: true }).waitFor()
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    await plan.waitFor()
  })

  test('a view of customers is saved, hangs below them, and opens with its filters and its order', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system, base, workspace_id } = here.place
    // Another date for each, so that neither is a view that is there already.
    const before = isPhone ? '2099-01-01' : '2098-01-01'
    const path = `/customers?health=late,at_risk&target_before=${before}&sort=target_date`
    const page = await enter(here.browser, here.place, { way, role: 'editor', path })
    const { heading, press, said } = handsOf(page, way)
    await heading('Customers')
    await press('Save view')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`Not on track ${way.name}`)
    await dialog.getByRole('checkbox', { name: 'Shared with the workspace' }).check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await said('Saved')
    const saved = (await system.invoke(listViews, {})).data.find(({ name }) => name === `Not on track ${way.name}`)
    expect(saved).toMatchObject({
      list: 'customers',
      filters: { health: 'late,at_risk', target_before: before },
      sort: 'target_date',
      order: 'asc',
    })
    await page.goto(`${base}/w/${workspace_id}/customers`)
    await heading('Customers')
    if (isPhone) await press('More')
    await page
      .getByRole('link', { name: `Not on track ${way.name}` })
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('health')).toBe('late,at_risk')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('target_date')
  })

  test('by person are the enrollments, and columns that no row fills are not shown', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system, base, workspace_id } = here.place
    // With it, the workspace has plans.
    await story(`${way.name}-3`)
    const { data: guide } = await system.invoke(createGuide, {
      title: `Plain ${way.name}`,
      sections: [{ title: 'All', steps: [{ title: 'Read' }] }],
    })
    await system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await system.invoke(createContact, {
      email: `p@${way.name}.example`,
      first_name: 'Plain',
    })
    await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const page = await enter(here.browser, here.place, { way, path: `/customers?guide=${guide.id}` })
    const { heading, press } = handsOf(page, way)
    await heading('Customers')
    await page.getByRole('link', { name: 'Plain' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Forecast', includeHidden: true }).count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: 'Last active', includeHidden: true }).count()).toBe(0)
    if (isPhone) await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('textbox', { name: 'Participant' }).fill('Plain')
    await page.getByRole('listbox').getByRole('option', { name: 'Plain' }).first().click()
    await expect.poll(() => new URL(page.url()).searchParams.get('participant')).not.toBeNull()
    await page.getByRole('link', { name: 'Plain' }).waitFor()
    await press('By person')
    await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('person')
    await heading('Customers')
    await page
      .getByRole('checkbox', { name: 'Select Plain' })
      .or(page.getByRole('link', { name: 'Plain' }))
      .first()
      .waitFor()
    await look(page, way, 'by-person')
    await page.goto(`${base}/w/${workspace_id}/enrollments`)
    await heading('Enrollments')
    const nav = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).first()
    expect(await nav.getAttribute('aria-current')).toBe('page')
  })
})

describe.each(WAYS)('the timeline, $name', (way) => {
  test('shows the plan with its lines, and the same as a table', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { late } = await story(`${way.name}-t`)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'viewer', faults, path: `/enrollments/${late.id}` })
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const graphic = page.getByRole('list', { name: 'Timeline' })
    const section = graphic.getByRole('listitem').filter({ hasText: 'Connect' }).first()
    await section.getByText('1 of 3').waitFor()
    const panel = page.getByRole('tabpanel')
    await panel
      .getByText(/^Target/)
      .first()
      .waitFor()
    await panel
      .getByText(/^Forecast/)
      .first()
      .waitFor()
    const train = graphic.getByRole('listitem').filter({ hasText: 'Train' }).first()
    const words = (await train.getByText(/^Forecast/).textContent()) ?? ''
    await look(page, way, 'timeline')
    // The weeks fit; another scale is in the address, and its link shows the same.
    const scale = page.getByRole('group', { name: 'Scale' })
    const chosen = () => scale.getByRole('button', { pressed: true }).textContent()
    expect(await chosen()).toBe('Weeks')
    const ticks = () => panel.locator('.tick').count()
    const weeks = await ticks()
    await scale.getByRole('button', { name: 'Days' }).press('Enter')
    await expect.poll(ticks).toBeGreaterThan(weeks * 5)
    // Across, the time scrolls, and the names stay.
    const across = page.getByRole('region', { name: 'Timeline, Days' })
    const nameOf = () => panel.getByText('Train', { exact: true }).evaluate((name) => name.getBoundingClientRect().left)
    const left = await nameOf()
    if (way.width > 768) {
      await across.evaluate((place) => place.scrollTo({ left: 400, behavior: 'instant' }))
      expect(await across.evaluate((place) => place.scrollLeft)).toBe(400)
    }
    expect(await nameOf()).toBe(left)
    await look(page, way, 'timeline-days')
    expect(new URL(page.url()).searchParams.get('scale')).toBe('days')
    await page.reload()
    await expect.poll(ticks).toBeGreaterThan(weeks * 5)
    await scale.getByRole('button', { name: 'Months' }).click()
    await expect.poll(ticks).toBeLessThan(weeks)
    await look(page, way, 'timeline-months')
    await page.getByRole('button', { name: 'As a table' }).click()
    const row = panel.getByRole('row').filter({ hasText: 'Train' })
    await row.getByRole('cell', { name: words }).waitFor()
    await panel.getByRole('row').filter({ hasText: 'Connect the data' }).getByText('Us').waitFor()
    await look(page, way, 'timeline-table')
    await page.getByRole('button', { name: 'As a table' }).click()
    await graphic.waitFor()
    expect(faults).toEqual([])
  })

  test('of an organisation has its plans, each to its target', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { orchard } = await story(`${way.name}-o`)
    const page = await enter(here.browser, here.place, { way, role: 'viewer', path: `/organisations/${orchard}` })
    const graphic = page.getByRole('list', { name: 'Timeline' })
    await graphic.getByText('Oluwaseun Adebayo').waitFor()
    expect(await graphic.getByRole('listitem').count()).toBe(2)
    await look(page, way, 'organisation')
  })
})
