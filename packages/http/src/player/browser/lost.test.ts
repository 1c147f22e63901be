import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { downloadFile, getEnrollment } = operations

const { needsBrowser, openPage, player, stepOf } = usePlayer(WHOLE)
/** What one piece of the script has. */
const PIECE = 8 * 1024 * 1024

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-lost-'))
  file = join(folder, 'hours.csv')
  writeFileSync(file, Array.from({ length: 1_000_000 }, (_, row) => `${row},${row * 7}\n`).join(''))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Where the pieces begin that a page sends. @param isLost whether a piece is lost on its way */
async function piecesOf(page: Page, isLost: (offset: number) => boolean): Promise<number[]> {
  const offsets: number[] = []
  await page.route('**/uploads/*', async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    const offset = Number(request.headers()['upload-offset'])
    offsets.push(offset)
    return isLost(offset) ? route.abort('connectionreset') : route.continue()
  })
  return offsets
}

async function sentBy(id: string) {
  const { handrail, sample } = player()
  const { files } = (await sample.bound.invoke(getEnrollment, { id })).data
  const [first] = files
  const token = new URL(first?.download_url ?? '').pathname.slice('/files/'.length)
  const { data } = await handrail.asVisitor('192.0.2.1').invoke(downloadFile, { token })
  return { count: files.length, content: Buffer.concat(await data.content.toArray()) }
}

test('a lost connection during an upload loses one part at most', async (context) => {
  needsBrowser(context)
  const { path, id } = await player().sample.invite()
  const page = await openPage()
  await page.goto(stepOf(path, 'Send your last payroll report'))
  let losses = 1
  const offsets = await piecesOf(page, (offset) => offset > 0 && losses-- > 0)
  await page.locator('#upload-files').setInputFiles(file)
  await page.locator('#files > li[data-state=sent]').waitFor()
  expect(offsets).toEqual([0, PIECE, PIECE])
  const { count, content } = await sentBy(id)
  expect([count, content.equals(readFileSync(file))]).toEqual([1, true])
}, 120_000)

test('an upload of the same file continues after the page is opened again', async (context) => {
  needsBrowser(context)
  const { path, id } = await player().sample.invite()
  const page = await openPage()
  const step = stepOf(path, 'Send your last payroll report')
  await page.goto(step)
  let isLost = true
  const offsets = await piecesOf(page, (offset) => offset > 0 && isLost)
  await page.locator('#upload-files').setInputFiles(file)
  await expect.poll(() => offsets.length, { timeout: 60_000 }).toBeGreaterThan(1)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(step)
  isLost = false
  const before = offsets.length
  await page.locator('#upload-files').setInputFiles(file)
  await page.locator('#files > li[data-state=sent]').waitFor()
  expect(offsets.slice(before)).toEqual([PIECE])
  const { count, content } = await sentBy(id)
  expect([count, content.equals(readFileSync(file))]).toEqual([1, true])
}, 120_000)
