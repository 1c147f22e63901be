import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrive, heading, openBrowser } from '../../../test/browser/browser.ts'
import { savedAs } from '../../../test/documents.ts'
import { type Listening, openListening, setUp } from './support/browser-steps.ts'

const here = dirname(fileURLToPath(import.meta.url))

let browser: Browser | string
let server: Listening
beforeAll(async () => {
  browser = await openBrowser()
  server = await openListening()
}, 60_000)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
  await server.close()
})

test('the program for assistants in the documentation connects, knowing the address alone', {
  timeout: 60_000,
}, async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const page = await (await browser.newContext()).newPage()
  await setUp(page, server)
  await arrive(page, () => page.getByRole('link', { name: 'Connect an AI assistant' }).click())
  const address = (await page.locator('figure code').first().textContent()) ?? ''
  expect(address).toBe(`${server.base}/mcp`)

  // Within the package, so that the SDK is found by its name.
  const folder = mkdtempSync(join(here, 'documents-'))
  const file = join(folder, 'connect.mjs')
  writeFileSync(file, savedAs('assistants.md', 'connect.mjs'))
  const program = spawn(process.execPath, [file, address])
  try {
    let printed = ''
    program.stderr.on('data', (part) => (printed += part))
    const asked = new Promise<string>((resolve) => {
      program.stdout.on('data', (part) => {
        printed += part
        const [, url] = /^Open (\S+)$/m.exec(printed) ?? []
        if (url) resolve(url)
      })
    })
    const ended = once(program, 'close')
    await page.goto(await asked)
    expect(await heading(page)).toBe('Connect My assistant?')
    await page.getByRole('radio', { name: /^Harbour Bakery/ }).check()
    await page.getByLabel('Manage webhook endpoints').uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    const [code] = await ended
    expect(code, printed).toBe(0)
    expect(printed).toContain('Tools: list_contacts, get_contact, create_contact, ')
    expect(printed).not.toContain('webhook_endpoint')
    expect(printed).toMatch(/^Iris is invited to "First day": http:\/\/localhost:\d+\/g\/[\w-]+$/m)
    expect(printed).toContain('# First day\n\n## Before dawn\n\n### Light the oven\n\nUse *both* matches.')
  } finally {
    program.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
