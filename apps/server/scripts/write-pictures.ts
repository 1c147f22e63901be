// Writes the pictures of the README, docs/images, from the sample workspace. Run `npm run build` before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { root } from '../../../test/built.ts'

const sharp = createRequire(join(root, 'packages/core/package.json'))('sharp')
const folder = mkdtempSync(join(tmpdir(), 'handrail-pictures-'))
const service = spawn(process.execPath, [join(root, 'apps/server/dist/handrail.js'), '--demo', '--port', '0'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
for await (const chunk of service.stdout) {
  printed += chunk
  if (printed.includes('Stop it with')) break
}
const [owner = '', guide = ''] = [/http\S+\/password\S+/, /http\S+\/g\/\S+/].map((link) => link.exec(printed)?.[0])
const browser = await openBrowser()
if (typeof browser === 'string') throw new Error(browser)

async function picture(name: string, size: { width: number; height: number }, address: string, prepare?: string) {
  if (typeof browser === 'string') return
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 2, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(address)
  if (prepare !== undefined) {
    for (const field of await page.locator('input[type=password]').all()) await field.fill(prepare)
    await page.getByRole('button').first().click()
    await page.goto(new URL('/', address).href)
    await page.waitForLoadState('networkidle')
  }
  const image = await page.screenshot()
  await sharp(image).webp({ quality: 82, effort: 6 }).toFile(join(root, `docs/images/${name}.webp`))
  await context.close()
}

await picture('console', { width: WIDTHS.desktop, height: 800 }, owner, 'correct horse battery staple')
await picture('player', { width: WIDTHS.phone, height: 780 }, guide)
await browser.close()
service.kill('SIGTERM')
await once(service, 'exit')
rmSync(folder, { recursive: true, force: true })
