import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser/browser.ts'
import { isBuilt } from '../../../../test/built.ts'
import { freePort } from '../../../../test/free-port.ts'
import { call, type Server, useProgram } from '../../../../test/program.ts'

const NEWER = ['--import', new URL('newer.mjs', import.meta.url).href]
const SAID = { role: 'I run operations', question: 'Which trials become customers, and why?', source: 'Spreadsheets' }
const FORM = 'Tell us what you want to find out'
const { serve } = useProgram()

interface Named {
  id: string
  title: string
}

let browser: Browser | string
beforeAll(async () => {
  browser = isBuilt('apps/server', 'packages/core', 'packages/http')
    ? await openBrowser()
    : 'pages of a server need its build: Node reads no JSX'
})
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
})

/** The sample workspace on a server, with the form of its guide open in a browser. */
async function openForm(javaScriptEnabled: boolean) {
  if (typeof browser === 'string') throw new Error(browser)
  const port = ['--port', String(await freePort('127.0.0.1'))]
  const older = await serve(['--demo', ...port])
  const key = /hr_key_[\w-]+/.exec(older.stdout())?.[0] ?? ''
  const read = async (path: string) => (await call(`${older.url}/api/v1${path}`, key)).json.data
  const guide = (await read('/guides')).find(({ title }: Named) => title.startsWith('Getting started'))
  const steps: Named[] = (await read(`/guides/${guide.id}`)).sections.flatMap((one: { steps: Named[] }) => one.steps)
  const { id, url: link } = (await read(`/enrollments?status=invited&guide_id=${guide.id}`))[0]
  const page = await (await browser.newContext({ javaScriptEnabled, locale: 'en-GB' })).newPage()
  await page.goto(`${link}/steps/${steps.find(({ title }) => title === FORM)?.id}`)
  await page.getByRole('heading', { level: 1, name: FORM }).waitFor()
  return {
    page,
    link,
    stop: () => stop(older),
    upgrade: () => serve(port, { node: NEWER }),
    /** What a member sees of it. */
    answers: async () => Object.values((await read(`/enrollments/${id}`)).answers),
  }
}

async function stop(server: Server): Promise<void> {
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
}

const press = (page: Page) => page.getByRole('button', { name: /^Save, next step/ }).click()
const scriptOf = (page: Page) => page.locator('head script').getAttribute('src')
const said = (page: Page, text: string) => page.getByText(text, { exact: false }).waitFor()

test('upgrade: input typed while the server is down is kept, marked as unsaved, and saved by the new server', async ({
  skip,
}) => {
  if (typeof browser === 'string') return skip(browser)
  const { page, link, stop: stopOlder, upgrade, answers } = await openForm(true)
  const [form, script] = [page.url(), await scriptOf(page)]
  await page.getByLabel('What do you do?').fill(SAID.role)
  await page.getByText('Saved', { exact: true }).waitFor()
  await stopOlder()
  await page.getByLabel('Which question').fill(SAID.question)
  await said(page, 'Not saved yet: your last answers wait for the connection')
  await page.getByLabel(SAID.source).check()
  await press(page)
  await said(page, 'Not sent yet: the form waits for your last answers to be saved')
  expect([page.url(), await page.getByLabel('Which question').inputValue()]).toEqual([form, SAID.question])

  await upgrade()
  await page.waitForURL((url) => url.href !== form)
  expect(await scriptOf(page)).not.toBe(script)
  expect(await answers()).toContainEqual(SAID)
  await page.goto(`${link}/answers`)
  await said(page, SAID.question)
})

test('upgrade: saved input is on every device afterwards, and saving continues', async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const { page, stop: stopOlder, upgrade } = await openForm(true)
  await page.getByLabel('What do you do?').fill(SAID.role)
  await page.getByText('Saved', { exact: true }).waitFor()
  await stopOlder()
  await page.getByLabel('Which question').fill(SAID.question)
  await said(page, 'Not saved yet: your last answers wait for the connection')
  await upgrade()
  await page.getByText('Saved', { exact: true }).waitFor()
  const other = await browser.newPage()
  await other.goto(page.url())
  const kept = [other.getByLabel('What do you do?'), other.getByLabel('Which question')]
  expect(await Promise.all(kept.map((field) => field.inputValue()))).toEqual([SAID.role, SAID.question])
})

test('upgrade: without a script, a form opened before is accepted afterwards', async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const { page, stop: stopOlder, upgrade, answers } = await openForm(false)
  const form = page.url()
  await page.getByLabel('What do you do?').fill(SAID.role)
  await page.getByLabel('Which question').fill(SAID.question)
  await page.getByLabel(SAID.source).check()
  await stopOlder()
  await upgrade()
  await press(page)
  await page.waitForURL((url) => url.href !== form)
  expect(await answers()).toContainEqual(SAID)
})
