// Writes the pictures of the README, docs/images, from the sample workspace. Run `npm run build` before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { root } from '../../../test/built.ts'

const sharp = createRequire(join(root, 'packages/core/package.json'))('sharp')
const folder = mkdtempSync(join(tmpdir(), 'handrail-pictures-'))
const service = spawn(process.execPath, [join(root, 'apps/server/dist/handrail.js'), '--demo', '--port', '0'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
for await (const chunk of service.stdout.iterator({ destroyOnReturn: false })) {
  printed += chunk
  if (printed.includes('Stop it with')) break
}
const [owner = '', guide = ''] = [...printed.matchAll(/^ +(http\S+)$/gm)].map(([, link]) => link)
const browser = await openBrowser()
if (typeof browser === 'string') throw new Error(browser)

/** @param prepare what a visitor does before the picture */
async function picture(
  name: string,
  [address, width, height]: [string, number, number],
  prepare: (page: Page) => Promise<unknown>,
) {
  if (typeof browser === 'string') return
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await page.goto(address)
  await prepare(page)
  const image = await page.screenshot({ animations: 'disabled' })
  await sharp(image)
    .webp({ quality: 80, effort: 6 })
    .toFile(join(root, `docs/images/${name}.webp`))
  await context.close()
}

await picture('console', [owner, WIDTHS.desktop, 800], async (page) => {
  for (const field of await page.locator('input[type=password]').all()) await field.fill('correct horse battery')
  await page.locator('main form button').first().click()
  await page.waitForLoadState()
  await page.goto(new URL('/', owner).href)
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.locator('main').getByRole('link').nth(5).waitFor()
})
await picture('player', [guide, WIDTHS.phone, 780], (page) => page.getByRole('heading', { level: 1 }).waitFor())
await browser.close()
service.kill('SIGTERM')
await once(service, 'exit')
rmSync(folder, { recursive: true, force: true })
