import { expect, test } from 'vitest'
import { openPage, useBrowser, WIDTHS } from '../../../../test/browser.ts'
import { openWorkplace, signIn } from './workplace.ts'

const browser = useBrowser()

test('a browser that asks for what is no language tag has a console too', async ({ skip }) => {
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
