import { createHandrail, type Handrail, operations } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { look, openPage, useBrowser, WIDTHS } from '../../../../../test/browser/browser.ts'
import { invite, publish } from '../../../test/support/player.ts'
import { createApp } from '../../app.ts'

const { answerMessage, createUser, createWorkspace, getEnrollment, updateEnrollment, updateWorkspace } = operations

const PDF = { name: 'Payroll October 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nThe plan') }
const CSV = { name: 'Hours and rates.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n'.repeat(400_000)) }
const ZIP = { name: 'everything.zip', mimeType: 'application/zip', buffer: Buffer.from('504b0304140000000800', 'hex') }

const browser = useBrowser()

const WAYS = [
  { name: 'phone', width: WIDTHS.phone, javaScriptEnabled: true, colorScheme: 'light', locale: 'en-GB' },
  { name: 'script-less phone', width: WIDTHS.phone, javaScriptEnabled: false, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'desktop', width: WIDTHS.desktop, javaScriptEnabled: true, colorScheme: 'dark', locale: 'de-DE' },
  { name: 'narrow phone', width: 320, javaScriptEnabled: true, colorScheme: 'light', locale: 'fr-FR' },
] as const

describe.each(WAYS)('files and questions on a $name, with JavaScript: $javaScriptEnabled', (way) => {
  let handrail: Handrail
  let app: FastifyInstance
  let base: string
  let workspace_id: string
  let people = 0
  beforeAll(async () => {
    handrail = await createHandrail({ database: ':memory:', upkeep: false })
    app = await createApp({ handrail })
    base = await app.listen({ port: 0, host: '127.0.0.1' })
    workspace_id = (await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Larkspur' })).data.id
  })
  afterAll(async () => {
    await app.close()
    await handrail.close()
  })

  async function invited() {
    const owner = await handrail.asSystem(workspace_id)
    await owner.invoke(updateWorkspace, { name: 'Larkspur' })
    const person = { email: `jonas${++people}@larkspur.example`, name: 'Jonas Weber', role: 'editor' as const }
    const { data: jonas } = await owner.invoke(createUser, person)
    const content = {
      markdown: 'October is enough. It lets us check that everybody’s pay comes out the same.',
      accept: ['application/pdf', '.xlsx', '.csv', 'image/*'],
      max_bytes: 20 * 1024 * 1024,
    }
    const steps = [
      { title: 'Send your last payroll report', type: 'file_upload' as const, content },
      { title: 'What comes next' },
    ]
    const guide = await publish(owner, {
      title: 'Payroll',
      default_assignee_id: jonas.id,
      sections: [{ title: 'About your company', steps }],
    })
    const { id, path } = await invite(owner, guide.id)
    return { owner, id, home: `${base}${path}`, step: `${base}${path}/steps/${guide.sections[0]?.steps[0]?.id}` }
  }

  const see = (page: Page, name: string) =>
    look(page, { name: `${way.name}-${name}`, isScripted: way.javaScriptEnabled })

  test('files are sent with an outcome each, one is removed, and the step is done', async ({ skip }) => {
    if (typeof browser.opened === 'string') return skip(browser.opened)
    const { step } = await invited()
    const page = await openPage(browser, way)
    await page.goto(step)
    await see(page, 'upload-empty')
    expect(await page.locator('.when-ready').isVisible()).toBe(false)
    await page.locator('#upload-files').setInputFiles([PDF, CSV, ZIP])
    if (!way.javaScriptEnabled) await page.locator('form.drop button').click()
    const rows = page.locator('#files > li')
    await expect.poll(() => rows.count()).toBe(3)
    await page.locator('.when-ready button').waitFor()
    const states = await rows.evaluateAll((all) =>
      all.map((row) => row.getAttribute('data-state') ?? row.className.trim()),
    )
    expect(states.map((state) => state.replace('file ', ''))).toEqual(['sent', 'sent', 'oops'])
    await see(page, 'upload-sent')
    const remove = rows.nth(1).locator('button[name=remove]')
    await remove.click()
    if (way.javaScriptEnabled) {
      const undo = rows.nth(1).locator('.undo')
      await undo.waitFor()
      await see(page, 'upload-removed')
      expect(await rows.nth(1).getAttribute('data-state')).toBe('removed')
      await undo.click()
      expect(await rows.nth(1).getAttribute('data-state')).toBe('sent')
      await remove.click()
    } else {
      await see(page, 'upload-remove')
      await rows.nth(1).locator('form.sure button').click()
    }
    await expect
      .poll(async () => (await rows.allTextContents()).some((text) => text.includes('Hours')), { timeout: 15_000 })
      .toBe(false)
    await page.locator('.when-ready button.go').click()
    await page.waitForURL((url) => !url.href.startsWith(step))
    await page.goto(step)
    expect(await rows.count()).toBe(1)
  })

  // Without a script, the next page is without it.
  if (way.name === 'phone')
    test('a rejected file leaves the step unchanged, and its message can be dismissed', async ({ skip }) => {
      if (typeof browser.opened === 'string') return skip(browser.opened)
      const { step } = await invited()
      const page = await openPage(browser, way)
      await page.goto(step)
      const foot = page.locator('[data-text=sending]')
      const before = await foot.textContent()
      await page.locator('#upload-files').setInputFiles([ZIP, { ...PDF, buffer: Buffer.alloc(0) }])
      const refused = page.locator('#files > li[data-state=oops]')
      await expect.poll(() => refused.count()).toBe(2)
      expect([await foot.textContent(), await page.locator('.when-ready').isVisible()]).toEqual([before, false])
      for (const left of [1, 0]) {
        await refused.first().locator('.stop').click()
        expect(await refused.count()).toBe(left)
      }
    })

  // Without a script, people send it again themselves.
  if (way.name === 'phone')
    test('a file whose connection was lost, before or after it arrived, is sent again and stored once', async ({
      skip,
    }) => {
      if (typeof browser.opened === 'string') return skip(browser.opened)
      const { owner, id, step } = await invited()
      const page = await openPage(browser, way)
      await page.goto(step)
      const asked: string[] = []
      await page.route(`${step}/uploads{,/**}`, async (route) => {
        asked.push(route.request().method())
        if (asked.length === 1) return route.abort('connectionreset')
        if (asked.length === 3) await route.fetch()
        return asked.length === 3 ? route.abort('connectionreset') : route.continue()
      })
      await page.locator('#upload-files').setInputFiles([PDF])
      await page.locator('#files > li[data-state=sent]').waitFor()
      expect(asked).toEqual(['POST', 'POST', 'PATCH', 'POST', 'GET', 'PATCH'])
      expect((await owner.invoke(getEnrollment, { id })).data.files).toHaveLength(1)
    })

  test(`a question is asked, answered and read; "I'm stuck" takes a reason`, async ({ skip }) => {
    if (typeof browser.opened === 'string') return skip(browser.opened)
    const { owner, id, step, home } = await invited()
    const page = await openPage(browser, way)
    await page.goto(step)
    await page.locator('details.stuck summary').click()
    await page.locator('input[value=no_access]').check()
    await see(page, 'stuck')
    await page.locator('details.stuck button').click()
    await page.waitForURL(/ask\?sent=1$/)
    await owner.invoke(answerMessage, { id, body: 'I sent you an invitation.\nIt may be in your spam folder.' })
    await page.goto(`${home}/ask`)
    await page.locator('#question').fill('Thank you! And the tax number?')
    await page.locator('main form button').click()
    await page.waitForURL(/ask\?sent=1$/)
    expect(await page.locator('.thread li').count()).toBe(3)
    await see(page, 'thread')
    await page.goto(`${home}/ask`)
    await page.locator('main form button').click()
    await page.locator('.error').waitFor()
    await see(page, 'thread-mistake')
  })

  test('an expired link offers to request a new one', async ({ skip }) => {
    if (typeof browser.opened === 'string') return skip(browser.opened)
    const { owner, id, home } = await invited()
    await owner.invoke(updateEnrollment, { id, status: 'expired' })
    const page = await openPage(browser, way)
    await page.goto(home)
    await see(page, 'expired')
    await page.locator('main form button.go').click()
    await page.locator('.note').waitFor()
    await see(page, 'expired-asked')
    await page.locator('a.go').click()
    await page.locator('#question').fill('Please open it again.')
    await page.locator('main form button').click()
    await page.waitForURL(/ask\?sent=1$/)
  })
})
