import type { Browser, Page } from 'playwright-core'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, type Way, type Workplace } from './workplace.ts'

export const WAY: Way = { name: 'desktop-authoring', width: WIDTHS.desktop, colorScheme: 'light' }

/** The editor of a guide with the title "Shared". @param path of the guide in the workspace */
export async function openEditor(
  browser: Browser,
  place: Workplace,
  path: string,
  { role = 'editor', faults = [] }: { role?: 'editor' | 'admin'; faults?: string[] } = {},
): Promise<Page> {
  const page = await enter(browser, place, { way: WAY, role, path, faults })
  await handsOf(page, WAY).heading('Shared')
  return page
}

export const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
export const title = (page: Page) => page.getByLabel('Title of the step')
