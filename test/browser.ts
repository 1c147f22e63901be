import chromium from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { browserProgram } from './browser-files.ts'

export const WIDTHS = { phone: 390, desktop: 1280 } as const

/**
 * A browser from the package registry.
 * @returns the reason, where the package has none for this kind of machine
 * @throws Error where it has one that does not start
 */
export async function openBrowser(): Promise<Browser | string> {
  if (process.platform !== 'linux') return 'the package holds a browser for Linux alone'
  return playwright.launch({ executablePath: browserProgram(), args: chromium.args, headless: true })
}

/**
 * What axe finds wrong with a page, a line each; it runs whether or not the page may.
 * @param rules those to be tried; all when not given
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
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
  await run(`globalThis.axe || (() => { ${axe.source} })();undefined`)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const found = await run(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`,
  )
  await session.detach()
  return found
}
