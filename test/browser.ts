import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'

export const WIDTHS = { phone: 390, desktop: 1280 } as const

/** A browser from the package registry. @returns the reason, where this machine cannot start it */
export async function openBrowser(): Promise<Browser | string> {
  try {
    const executablePath = await chromium.executablePath()
    return await playwright.launch({ executablePath, args: chromium.args, headless: true })
  } catch (error) {
    return `The browser does not start here: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
}

/** What axe finds wrong with a page, a line each; it runs whether or not the page may. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Handed to the page by the debugger, which no policy of the page forbids.
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await run(`${axe.source};undefined`)
  const found = await run(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))',
  )
  await session.detach()
  return found
}
