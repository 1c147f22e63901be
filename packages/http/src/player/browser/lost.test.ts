import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WHOLE } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { downloadFile, getEnrollment } = operations

const { needsBrowser, openPage, player, stepOf } = usePlayer(WHOLE)
/** What one piece of the script has. */
const PIECE = 8 * 1024 * 1024
/** Of the files, in whole seconds: browsers and Node round the rest of a second differently. */
const DATE = new Date('2026-11-01T12:00:00.000Z')

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-lost-'))
  file = join(folder, 'hours.csv')
  writeFileSync(file, Array.from({ length: 1_000_000 }, (_, row) => `${row},${row * 7}\n`).join(''))
  utimesSync(file, DATE, DATE)
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

/** Opens the page, and leaves it once the first piece has arrived. @returns the offsets of pieces sent since */
async function leaveUpload(page: Page, step: string): Promise<() => number[]> {
  await page.goto(step)
  let isLost = true
  const offsets = await piecesOf(page, (offset) => offset > 0 && isLost)
  await page.locator('#upload-files').setInputFiles(file)
  await expect.poll(() => offsets.length, { timeout: 60_000 }).toBeGreaterThan(1)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(step)
  isLost = false
  const sent = offsets.length
  return () => offsets.slice(sent)
}

test('an upload of the same file continues after the page is opened again', async (context) => {
  needsBrowser(context)
  const { path, id } = await player().sample.invite()
  const page = await openPage()
  const offsets = await leaveUpload(page, stepOf(path, 'Send your last payroll report'))
  await page.locator('#upload-files').setInputFiles(file)
  await page.locator('#files > li[data-state=sent]').waitFor()
  expect(offsets()).toEqual([PIECE])
  const { count, content } = await sentBy(id)
  expect([count, content.equals(readFileSync(file))]).toEqual([1, true])
}, 120_000)

/** A file with the name, size and date of the other one, whose first differing byte is at an offset. */
function writeTwin(offset: number): string {
  const twin = join(mkdtempSync(join(folder, 'twin-')), basename(file))
  const content = readFileSync(file)
  content[offset] = content[offset] === 49 ? 50 : 49
  writeFileSync(twin, content)
  utimesSync(twin, DATE, DATE)
  return twin
}

describe.each([
  { difference: 'begins otherwise', offset: 0, sent: [0, PIECE] },
  { difference: 'differs in the last byte received', offset: PIECE - 1, sent: [0, PIECE] },
  { difference: 'differs only in what was not sent', offset: PIECE, sent: [PIECE] },
])('a file with the name, size and date of one whose upload was left, which $difference,', ({ offset, sent }) => {
  test('is stored as it is', async (context) => {
    needsBrowser(context)
    const { path, id } = await player().sample.invite()
    const page = await openPage()
    const offsets = await leaveUpload(page, stepOf(path, 'Send your last payroll report'))
    const twin = writeTwin(offset)
    await page.locator('#upload-files').setInputFiles(twin)
    await page.locator('#files > li[data-state=sent]').waitFor()
    expect(offsets()).toEqual(sent)
    const { count, content } = await sentBy(id)
    expect([count, content.equals(readFileSync(twin))]).toEqual([1, true])
  }, 120_000)
})

test('a file that arrived although its page heard nothing of it is not sent again, and is not taken for another', async (context) => {
  needsBrowser(context)
  const { path, id } = await player().sample.invite()
  const step = stepOf(path, 'Send your last payroll report')
  const page = await openPage()
  await page.goto(step)
  let isDeaf = true
  await page.route('**/uploads/*', async (route) => {
    if (!isDeaf || route.request().headers()['upload-offset'] !== String(PIECE)) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  page.on('dialog', (dialog) => dialog.accept())
  await page.locator('#upload-files').setInputFiles(file)
  const files = async () => (await player().sample.bound.invoke(getEnrollment, { id })).data.files
  await expect.poll(async () => (await files()).length, { timeout: 60_000 }).toBe(1)
  await page.goto(step)
  isDeaf = false
  const rows = page.locator('#files > li[data-state=sent]')
  for (const [chosen, count] of [
    [writeTwin(0), 2],
    [file, 2],
  ] as const) {
    await page.locator('#upload-files').setInputFiles(chosen)
    await expect.poll(() => rows.count()).toBe(count)
    expect(await files()).toHaveLength(count)
  }
}, 120_000)

test('without a secure context, an upload continues only on the page that began it', async (context) => {
  needsBrowser(context)
  const { path, id } = await player().sample.invite()
  const page = await openPage()
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  const offsets = await leaveUpload(page, stepOf(path, 'Send your last payroll report'))
  const twin = writeTwin(0)
  await page.locator('#upload-files').setInputFiles(twin)
  await page.locator('#files > li[data-state=sent]').waitFor()
  expect(offsets()).toEqual([0, PIECE])
  const { count, content } = await sentBy(id)
  expect([count, content.equals(readFileSync(twin))]).toEqual([1, true])
}, 120_000)
