import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where to keep pictures of the views, for whoever wants to look at them. */
const PICTURES = process.env.HANDRAIL_TEST_PICTURES

export async function pictureOf(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `view-${name}.png`), fullPage: true })
}
