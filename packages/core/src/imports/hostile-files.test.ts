import { Readable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbook } from '../../test/data/workbook.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { longestStall } from '../../test/stall.ts'
import { operations } from '../index.ts'

const { checkImport, continueImport, createImport, discardImport, getImport, listImportRows } = operations

const cells = (row: number, names: readonly string[]) =>
  `<x:row r="${row}">${names.map((name) => `<x:c r="${name}${row}" t="s"><x:v>0</x:v></x:c>`).join('')}</x:row>`
const rows = (count: number, names: readonly string[]) =>
  Array.from({ length: count }, (_, i) => cells(i + 1, names)).join('')
const shared = (text: string) => ({ 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` })

/** The heap limit of the thread that checks rows, in megabytes. */
const CHECKING_MB = 256

/** Files of a few kilobytes, or as large as allowed, with which an admin could stop the instance. */
const FILES: Record<string, () => Promise<Buffer>> = {
  'a text of 20 MB in 800 cells': () => workbook(rows(800, ['A']), shared('x'.repeat(20_000_000))),
  '32,000 characters in 200,000 cells': () =>
    workbook(rows(10_000, [...'ABCDEFGHIJKLMNOPQRST']), shared('x'.repeat(32_000))),
  'a number format of 150,000 brackets': () =>
    workbook('', { 'xl/styles.xml': `<s><numFmt numFmtId="1" formatCode="${'['.repeat(150_000)}"/></s>` }),
  'two million elements within each other': () => workbook('<a>'.repeat(2_000_000)),
  '49 million commas': async () => Buffer.from(`email\n${','.repeat(49_000_000)}`),
  '40,000 empty cells in a row of a workbook': () => workbook(`<x:row r="1">${'<x:c/>'.repeat(40_000)}</x:row>`),
}

const beginOn = async ({ acme }: Instance, content: Buffer) =>
  (await acme.invoke(createImport, { resource: 'contacts', name: 'x', content: Readable.from([content]) })).data

// On one engine: the same code counts the rows on both, beside the text, whose limit is tested on both below.
test('100,001 rows are rejected, 100,000 are accepted', async () => {
  const instance = await openInstance('sqlite', { imports: false })
  const { acme } = instance
  const lines = (count: number) => Buffer.from(`email\n${'a@b.example\n'.repeat(count)}`)
  const { id } = await beginOn(instance, lines(100_001))
  expect((await acme.invoke(continueImport, { id })).data).toMatchObject({
    status: 'failed',
    problem: 'This file has more than 100,000 rows. Split it into several files',
    problem_code: 'too_large',
    problem_row: 100_002,
  })
  const { id: whole } = await beginOn(instance, lines(100_000))
  expect((await acme.invoke(continueImport, { id: whole })).data).toMatchObject({ status: 'read', rows: 100_000 })
  await instance.close()
}, 120_000)

describe.each(ENGINES)('importing a hostile file on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine, { imports: false })
  })
  afterAll(() => instance.close())

  const begin = (content: Buffer) => beginOn(instance, content)
  const countStoredRows = () =>
    instance.handrail.database.read(async ({ db, tables }) => (await db.select().from(tables.import_rows)).length)

  test.each(Object.entries(FILES))(
    '%s are rejected during the upload with a reason, without blocking others',
    async (_name, make) => {
      const content = await make()
      const stall = await longestStall(() =>
        expect(begin(content)).rejects.toMatchObject({
          code: 'validation_error',
          errors: {
            content: [
              expect.stringMatching(/characters in row [12]|number format|nested too deeply|cells (in|by) row/),
            ],
          },
        }),
      )
      // They blocked the process for 40 seconds and more before.
      expect(stall).toBeLessThan(2000)
    },
  )

  test('text over the limit of an import is rejected by row, and leaves nothing behind', async () => {
    const { acme } = instance
    const { id } = await begin(await workbook(rows(60_000, ['A', 'B', 'C']), shared('x'.repeat(32_000))))
    const { data } = await acme.invoke(continueImport, { id })
    expect(data).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/^This file has more than 100 MB of text by row 1\d\d\d\. Split it/),
      problem_code: 'too_large',
      problem_row: expect.any(Number),
      problem_column: null,
    })
    expect(await countStoredRows()).toBeGreaterThan(1000)
    await expect.poll(async () => (await acme.invoke(continueImport, { id })).data.rows, { timeout: 60_000 }).toBe(0)
    expect(await countStoredRows()).toBe(0)
  }, 120_000)

  test('a cell that is too long far down in a file fails the import by row and column; it can only be begun anew', async () => {
    const { acme } = instance
    const lines = Array.from({ length: 1000 }, (_, i) => `p${i}@a.example,Person`).join('\n')
    const { id } = await begin(Buffer.from(`email,first name\n${lines}\nlast@a.example,${'x'.repeat(40_000)}\n`))
    expect((await acme.invoke(continueImport, { id })).data).toMatchObject({
      status: 'failed',
      problem: 'This file has more than 32,767 characters in row 1002, column B: shorten that text',
      problem_code: 'too_long',
      problem_row: 1002,
      problem_column: 1,
    })
    await expect(acme.invoke(discardImport, { id })).rejects.toMatchObject({ errors: { status: [/is failed/] } })
  })

  test('importing a file: it is read in no thread, and its rows are checked in one with a heap limit', async () => {
    const { acme } = instance
    const heaps: (number | undefined)[] = []
    const onThread = (thread: Worker) => void heaps.push(thread.resourceLimits?.maxOldGenerationSizeMb)
    process.on('worker', onThread)
    try {
      const { id } = await begin(Buffer.from('email,first name\npia@c.example,Pia\n'))
      await acme.invoke(continueImport, { id })
      expect(heaps).toEqual([])
      await acme.invoke(checkImport, { id, mapping: ['email', 'first_name'] })
      await acme.invoke(continueImport, { id })
      expect((await acme.invoke(getImport, { id })).data).toMatchObject({ status: 'checked', created: 1 })
      expect(heaps).toEqual([CHECKING_MB])
    } finally {
      process.off('worker', onThread)
    }
  })

  test('long rows are checked and listed in small batches, without omissions', async () => {
    const { acme } = instance
    const lines = Array.from({ length: 60 }, (_, i) => `p${i}@b.example,P,${'x'.repeat(30_000)},${'y'.repeat(30_000)}`)
    const { id } = await begin(Buffer.from(`email,first name,a,b\n${lines.join('\n')}\n`))
    await acme.invoke(continueImport, { id })
    await acme.invoke(checkImport, { id, mapping: ['email', 'first_name', '', ''] })
    await acme.invoke(continueImport, { id })
    expect((await acme.invoke(getImport, { id })).data).toMatchObject({ status: 'checked', rows: 60, created: 60 })
    const pages: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { data, meta }: Awaited<ReturnType<typeof page>> = await page(after)
      pages.push(data.length)
      after = meta.next_after
    }
    expect(pages.reduce((sum, one) => sum + one)).toBe(60)
    expect(Math.max(...pages)).toBeLessThan(20)
    async function page(after: number) {
      return acme.invoke(listImportRows, { id, after })
    }
  })
})
