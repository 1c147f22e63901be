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
    const { data: guide } = await system.invoke(createGuide, { title: 'Go live', sections: [{ title: 'Data', steps }] })
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
    expect(await page.getByLabel('Who does it').count()).toBe(0)

    await press('Settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'People' }).click()
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

    await press('Back to the steps')
    await page.getByLabel('Who does it').selectOption('IT')
    await expect.poll(whose).toEqual(['IT', 'anyone'])
    await page.locator('.outline').getByText('IT', { exact: true }).waitFor()
    await look(page, way, 'responsible')

    await press('Settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'People' }).click()
    await press('More for IT')
    await page.getByRole('menuitem', { name: 'Delete, 1 step becomes anyone’s' }).click()
    await expect.poll(roles).toEqual(['Finance: '])
    expect(await whose()).toEqual(['anyone', 'anyone'])
    await press('Undo')
    await expect.poll(roles).toEqual(['Finance: ', 'IT: Gives us access'])
    expect(await whose()).toEqual(['IT', 'anyone'])
    await page.getByRole('switch', { name: /Customers may invite colleagues/ }).uncheck()
    await expect.poll(async () => (await stored()).participants_may_invite).toBe(false)

    await press('Publish 2 changes')
    await page.getByRole('dialog').getByText('who does it').waitFor()
    expect(faults).toEqual([])
  }, 120_000)
})
