import { expect, test } from 'vitest'
import { openPage, useBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { openWorkplace, signIn } from './workplace.ts'

const browser = useBrowser()

test('languages: the console loads in a browser with an invalid language tag', async ({ skip }) => {
  if (typeof browser.opened === 'string') return skip(browser.opened)
  const place = await openWorkplace()
  try {
    const page = await openPage(browser, { width: WIDTHS.desktop })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(`Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'en-GB'] })`)
    await signIn(page, place)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(faults).toEqual([])
  } finally {
    await place.close()
  }
})

test('languages: the choice before signing in applies to the console, and the choice there to all pages', async ({
  skip,
}) => {
  if (typeof browser.opened === 'string') return skip(browser.opened)
  const place = await openWorkplace()
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const page = await openPage(browser, { width: WIDTHS.desktop })
  try {
    await page.goto(`${place.base}/sign-in`)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await heading('Anmelden')
    await signIn(page, place)
    await heading('Überblick')
    await page.locator('button.me').click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await heading('Overview')
    await page.goto(`${place.base}/account`)
    await heading('Account')
  } finally {
    await place.close()
  }
})
