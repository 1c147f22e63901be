import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, useWorkplace, type Way } from './workplace.ts'

const { createContact, createGuide, publishGuide } = operations

const here = useWorkplace()
const WAY: Way = { name: 'desktop', width: WIDTHS.desktop, colorScheme: 'light' }

test('the palette: what is typed while it loads is in its field', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const page = await enter(here.browser, here.place, { way: WAY })
  const { heading } = handsOf(page, WAY)
  await heading('Overview')
  const loading = Promise.withResolvers<void>()
  await page.route(/\/palette-[^/]+\.js/, (route) => loading.promise.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('outx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('b')
  expect(await page.getByRole('combobox').count()).toBe(0)
  loading.resolve()
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('ox')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('outbox')
  await page.keyboard.press('Enter')
  await heading('Outbox')

  // Once it is closed, the page takes its keys again.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await heading('Overview')
})

test('Ctrl Z undoes what a message offers to undo, once, and in a text field what was typed', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const page = await enter(here.browser, here.place, { way: WAY })
  const { heading, press } = handsOf(page, WAY)
  await heading('Overview')
  const steps = page.getByRole('heading', { name: 'Your first customer, step by step' })
  await steps.waitFor()
  await press('Hide this list')
  await steps.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('first')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  expect(await steps.count()).toBe(0)
  await page.keyboard.press('Control+z')
  await steps.waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
})

test('the first steps: enrolling opens in place, with the only guide selected', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { system } = here.place
  const guide = { title: 'First month', sections: [{ title: 'Start', steps: [{ title: 'Sign in' }] }] }
  const { data } = await system.invoke(createGuide, guide)
  await system.invoke(publishGuide, { id: data.id })
  await system.invoke(createContact, { email: 'ada@example.com', first_name: 'Ada' })
  const page = await enter(here.browser, here.place, { way: WAY })
  const { heading } = handsOf(page, WAY)
  await heading('Overview')
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Guide').inputValue()).toBe(data.id)
})

describe.each(['en-GB', 'de-DE'])('the palette in %s', (locale) => {
  test('has a text for each page of the settings, before these are opened', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const page = await enter(here.browser, here.place, { way: { ...WAY, locale } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const options = page.getByRole('option')
    await options.first().waitFor()
    const texts = await options.allTextContents()
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => /[a-z_]+\.[a-z_]+/.test(text))).toEqual([])
  })
})
