import { operations } from '@handrail/core'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, openWindow, signIn, useWorkplace, type Way } from './workplace.ts'

const { createContact, createOrganisation } = operations

const here = useWorkplace()
const WAYS: Way[] = [
  { name: 'desktop', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'phone', width: WIDTHS.phone, colorScheme: 'light' },
]

/** The scripts of menus and dialogs, which a page loads after its content. */
const SCRIPT = /\/assets\/overlays-[^/]+\.js(?:\?|$)/

/** Holds them back until they are to be sent, or are to fail. */
async function holdOverlays(page: Page) {
  const asked: string[] = []
  const held: Route[] = []
  let isSending = false
  await page.route(SCRIPT, async (route) => {
    asked.push(route.request().url())
    if (isSending) await route.continue()
    else held.push(route)
  })
  return {
    asked,
    async send() {
      isSending = true
      for (const route of held.splice(0)) await route.continue()
    },
    async fail() {
      // A request that comes later would be held until the next failure.
      await expect.poll(() => held.length).toBeGreaterThan(0)
      const failed = page.waitForEvent('requestfailed', (request) => SCRIPT.test(request.url()))
      for (const route of held.splice(0)) await route.abort('internetdisconnected')
      await failed
    },
  }
}

describe.each(WAYS)('menus, dialogs and suggestions, loaded after the page, $name', (way) => {
  test('a menu that was opened before is shown as soon as it is loaded, and returns the focus', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await openWindow(here.browser, way)
    const overlays = await holdOverlays(page)
    await signIn(page, here.place, 'owner', '/settings/members')
    const button = page.getByRole('button', { name: 'More for editor person' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    expect(await page.getByRole('menu').count()).toBe(0)
    await overlays.send()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await expect
      .poll(() =>
        menu
          .getByRole('menuitem')
          .first()
          .evaluate((item) => item.matches(':focus')),
      )
      .toBe(true)
    await page.keyboard.press('ArrowDown')
    expect(
      await menu
        .getByRole('menuitem')
        .nth(1)
        .evaluate((item) => item.matches(':focus')),
    ).toBe(true)
    await look(page, way, 'overlay-menu')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((one) => one.matches(':focus'))).toBe(true)
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.click()
    await menu.waitFor()
    await button.click()
    await menu.waitFor({ state: 'detached' })
    expect(overlays.asked.length).toBe(1)
  })

  test('a menu and a dialog that could not be loaded say so, and can be tried again', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await openWindow(here.browser, way)
    const overlays = await holdOverlays(page)
    await signIn(page, here.place, 'owner', '/settings/members')
    const button = page.getByRole('button', { name: 'More for editor person' })
    await button.click()
    const message = page.getByRole('dialog', { name: 'This could not be loaded.' })
    await overlays.fail()
    await message.waitFor()
    await look(page, way, 'overlay-not-loaded')
    await message.getByRole('button', { name: 'Close' }).click()
    await message.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((one) => one.matches(':focus'))).toBe(true)

    // A dialog asks again, fails again, and is there once the connection is.
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const loading = page.getByRole('status').filter({ hasText: 'Loading' })
    await loading.waitFor()
    // It is not seen before it takes long.
    await expect.poll(() => loading.evaluate((shown) => getComputedStyle(shown).opacity)).toBe('1')
    await look(page, way, 'overlay-loading')
    await overlays.fail()
    await message.getByRole('button', { name: 'Try again' }).click()
    await loading.waitFor()
    await overlays.send()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('E-mail').waitFor()
    await look(page, way, 'overlay-dialog')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button.click()
    await page.getByRole('menu').waitFor()
  })

  test('a dialog that is still loading is closed by Escape', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await openWindow(here.browser, way)
    const overlays = await holdOverlays(page)
    await signIn(page, here.place, 'owner', '/settings/members')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const loading = page.getByRole('status').filter({ hasText: 'Loading' })
    await loading.waitFor()
    await page.keyboard.press('Escape')
    await loading.waitFor({ state: 'detached' })
    await overlays.send()
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByRole('dialog', { name: 'Invite somebody' }).waitFor()
  })

  test('a field with suggestions keeps the focus and the text, and lists once it can', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system } = here.place
    for (const name of [`Oakline ${way.name}`, `Oakridge ${way.name}`])
      await system.invoke(createOrganisation, { name })
    await system.invoke(createContact, { email: `ada@${way.name}.example`, first_name: 'Ada' })
    const page = await openWindow(here.browser, way)
    const { heading } = handsOf(page, way)
    const overlays = await holdOverlays(page)
    await signIn(page, here.place, 'owner', '/contacts')
    await heading('Contacts')
    if (way.name === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
    const field = page.getByRole('textbox', { name: 'Organisation', exact: true })
    await field.click()
    await overlays.fail()
    await page.getByText('This could not be loaded.').waitFor()
    await page.keyboard.type('Oak')
    await overlays.send()
    const list = page.getByRole('listbox')
    await list.getByRole('option', { name: `Oakridge ${way.name}` }).waitFor()
    expect([await field.inputValue(), await field.evaluate((one) => one.matches(':focus'))]).toEqual(['Oak', true])
    expect(await page.getByText('This could not be loaded.').count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    const active = await list.getByRole('option').first().getAttribute('id')
    await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(active)
    await look(page, way, 'overlay-suggestions')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toMatch(/^Oak(line|ridge)/)
    await page.waitForURL(/organisation=/)
  })

  test('a dialog that could not be loaded has its style sheet after another attempt', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await enter(here.browser, here.place, { way, role: 'editor' })
    const { heading, press } = handsOf(page, way)
    await heading('Overview')
    await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings/account`)
    await heading('Your account')
    await page.route(/\/assets\/qr-code-[^/]+\.css/, (route) => route.abort('internetdisconnected'))
    await press('Add a second factor')
    const message = page.getByRole('dialog', { name: 'This could not be loaded.' })
    await message.waitFor()
    await page.unrouteAll()
    await message.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Your password').fill('correct horse battery')
    await press('Continue')
    const code = page.locator('.phone-code')
    await expect
      .poll(() => code.evaluate((shown) => getComputedStyle(shown).backgroundColor))
      .toBe('rgb(255, 255, 255)')
  })
})
