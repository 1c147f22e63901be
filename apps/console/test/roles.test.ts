import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createGuide, getGuideDraft, publishGuide } = operations

const WAYS: Way[] = [
  { name: 'desktop-roles', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone-roles', width: WIDTHS.phone, colorScheme: 'dark' },
]

const here = useWorkplace()

describe.each(WAYS)('roles of a guide, $name', (way) => {
  test('are added, named, given steps, and deleted, which frees their steps; undo brings both back', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    const steps = [{ title: 'Create a user' }, { title: 'Check the totals' }]
    const sections = [
      { title: 'Data', steps },
      { title: 'Build', steps: [{ title: 'Dashboards' }] },
    ]
    const { data: guide } = await system.invoke(createGuide, { title: 'Go live', sections })
    await system.invoke(publishGuide, { id: guide.id })
    const stored = async () => (await system.invoke(getGuideDraft, { id: guide.id })).data
    const roles = async () => (await stored()).roles.map(({ name, description }) => `${name}: ${description}`)
    const whose = async () => {
      const { roles, sections } = await stored()
      return sections[0]?.steps.map(
        ({ responsible }) => roles.find(({ id }) => id === responsible)?.name ?? responsible,
      )
    }
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, role: 'editor', faults, path: `/guides/${guide.id}` })
    const { heading, press } = handsOf(page, way)
    await heading('Go live')
    const isWide = way.width >= 1200
    const plan = page.getByRole('tabpanel', { name: 'Who and when' })
    await press('Who and when: Anyone of the customer')
    expect(await plan.getByRole('radio', { name: 'A role' }).isDisabled()).toBe(true)
    await plan.getByRole('button', { name: 'Add a role' }).click()

    await page.getByText('No roles yet.').waitFor()
    for (const name of ['IT', 'Finance', '']) {
      await press('Add a role')
      await page.keyboard.type(name)
      await page.keyboard.press(name ? 'Enter' : 'Escape')
    }
    const rows = page.locator('.role')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.first().getByLabel('What customers read').fill('Gives us access')
    const name = rows.nth(1).getByLabel('Role')
    await name.fill('it')
    await page.getByText('Another role has this name.').waitFor()
    await name.blur()
    expect(await name.inputValue()).toBe('Finance')
    await look(page, way, 'people')
    await expect.poll(roles).toEqual(['IT: Gives us access', 'Finance: '])
    await press('More for Finance')
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect.poll(roles).toEqual(['Finance: ', 'IT: Gives us access'])

    await page.getByLabel('What customers call it').fill('Go-live')
    await page.getByLabel('Working days after enrolling').fill('30')
    await expect.poll(async () => (await stored()).target_after_days).toBe(30)

    await press('Back to the steps')
    await plan.getByRole('radio', { name: 'A role' }).check()
    await plan.getByLabel('Which role').selectOption('IT')
    await expect.poll(whose).toEqual(['IT', 'anyone'])
    await plan.getByLabel('From when').selectOption('after enrolling')
    await plan.getByLabel('Number of days').fill('2')
    await plan.getByText(/About .+, if somebody is enrolled today\./).waitFor()
    await look(page, way, 'responsible')
    await expect
      .poll(async () => (await stored()).sections[0]?.steps[0]?.due)
      .toMatchObject({ days: 2, from: 'enrolled' })

    const openStep = async (title: string) => {
      if (!isWide) await press('Close')
      await page
        .locator('.outline')
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .click()
      if (!isWide) await page.getByRole('button', { name: /^Who and when/ }).click()
    }
    await openStep('Check the totals')
    await plan.getByRole('radio', { name: 'We do it' }).check()
    await plan.getByLabel('Which member').selectOption('editor person')
    await plan.getByRole('checkbox', { name: 'Only us' }).check()
    await plan.getByLabel('From when').selectOption('after “Create a user”')
    await look(page, way, 'team')
    await openStep('Create a user')
    await plan.getByLabel('From when').selectOption('after “Check the totals”')
    const circle = 'The date counts from itself: Create a user → Check the totals.'
    await plan.getByText(circle).waitFor()
    await look(page, way, 'circle')
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('dialog').getByText(circle).waitFor()
    await page.keyboard.press('Escape')
    await plan.getByLabel('From when').selectOption('before the target')
    await plan.getByText(/About /).waitFor()
    await expect.poll(whose).toEqual(['IT', 'team'])
    await expect.poll(stored).toMatchObject({
      target_label: 'Go-live',
      sections: [{ steps: [{ due: { days: -2, from: 'target' } }, { internal: true, due: { days: 3 } }] }, {}],
    })

    if (!isWide) await press('Close')
    await press('More for Build')
    await page.getByRole('menuitem', { name: 'When it opens' }).click()
    const gate = page.getByRole('dialog', { name: 'When does “Build” open?' })
    await gate.getByRole('radio', { name: 'When the sections before are done' }).check()
    await gate.getByLabel('What customers read until then').fill('First your data.')
    await look(page, way, 'gate')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'After “Data”' }).click()
    await gate.getByRole('radio', { name: 'On a date' }).check()
    await gate.getByLabel('Number of days').fill('8')
    await gate.getByText(/About /).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.outline').getByRole('button', { name: '8 working days after enrolling' }).waitFor()
    await look(page, way, 'outline')
    await expect
      .poll(async () => (await stored()).sections[1])
      .toMatchObject({ opens: { days: 8, from: 'enrolled' }, waiting_message: 'First your data.' })

    if (!isWide) await press('Preview')
    else await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByLabel('See as').selectOption('IT')
    const frame = page.frameLocator('iframe')
    await frame.getByText('You').first().waitFor()
    await look(page, way, 'see-as')
    if (!isWide) await press('Close')

    await press('Settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'People and dates' }).click()
    await press('More for IT')
    await page.getByRole('menuitem', { name: 'Delete, 1 step becomes anyone’s' }).click()
    await expect.poll(roles).toEqual(['Finance: '])
    expect(await whose()).toEqual(['anyone', 'team'])
    await press('Undo')
    await expect.poll(roles).toEqual(['Finance: ', 'IT: Gives us access'])
    expect(await whose()).toEqual(['IT', 'team'])
    await page.getByRole('switch', { name: /Customers may invite colleagues/ }).uncheck()
    await expect.poll(async () => (await stored()).participants_may_invite).toBe(false)

    await press('Publish 4 changes')
    await page.getByRole('dialog').getByText('who does it, by when').first().waitFor()
    await page.getByRole('dialog').getByText('when it opens, what customers read until it opens').waitFor()
    await look(page, way, 'publish')
    expect(faults).toEqual([])
  }, 120_000)
})
