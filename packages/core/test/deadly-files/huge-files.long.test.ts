import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/index.ts'
import { workbook } from '../data/workbook.ts'
import { ENGINES, type Instance, openInstance } from '../instance.ts'
import { longestStall } from '../stall.ts'

const { createImport, getImport } = operations

const cells = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, i) => `<x:row r="${i + 1}">${'<x:c/>'.repeat(columns)}</x:row>`).join('')

/** Files as large as allowed, or that unpack to more, most of them without a single text. */
const FILES: Record<string, [() => Promise<Buffer> | Buffer, RegExp]> = {
  '49 million commas': [() => Buffer.from(`email\n${','.repeat(49_000_000)}`), /16,384 cells in row 2/],
  '49 million tabs': [() => Buffer.from(`email\tname\n${'\t'.repeat(49_000_000)}`), /16,384 cells in row 2/],
  '49 million semicolons, without an end of a line': [
    () => Buffer.from(';'.repeat(49_000_000)),
    /16,384 cells in row 1/,
  ],
  '16 million quoted empty cells': [
    () => Buffer.from(`email,name\n${'"",'.repeat(16_000_000)}`),
    /16,384 cells in row 2/,
  ],
  'commas between ends of lines of two kinds': [
    () => Buffer.from(`email,name\r\n${`${','.repeat(9999)}\n`.repeat(4900)}`),
    /16,384 cells in row 2/,
  ],
  'commas between quoted ends of lines': [
    () => Buffer.from(`email,name\n${`"\n"${','.repeat(9996)}`.repeat(4900)}`),
    /16,384 cells in row 2/,
  ],
  'one cell of 49 MB': [() => Buffer.from(`email,name\n${'x'.repeat(49_000_000)},A\n`), /100,000 characters in row 2/],
  'one quoted cell of 49 MB': [
    () => Buffer.from(`email,name\n"${'x\n'.repeat(24_000_000)}",A\n`),
    /100,000 characters in row 2/,
  ],
  '26 million empty cells in a workbook': [() => workbook(cells(2600, 10_000)), /cells by row|takes too long to read/],
  '64 million empty cells in a workbook that unpacks to 384 MB': [
    () => workbook(cells(4000, 16_000)),
    /too large when uncompressed|cells by row|takes too long to read/,
  ],
  'a part of 200 MB of spaces': [
    () => workbook('', { 'xl/sharedStrings.xml': `<sst>${' '.repeat(200_000_000)}</sst>` }),
    /too large when uncompressed/,
  ],
}

describe.each(ENGINES)('importing a huge file on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const begin = (bound: Instance['acme'], content: Buffer) =>
    bound.invoke(createImport, { resource: 'contacts', name: 'x', content: Readable.from([content]) })

  test.each(Object.entries(FILES))(
    '%s: refused with a reason, while the process lives and the import of another workspace is read',
    async (_name, [make, reason]) => {
      const content = await make()
      const hostile = longestStall(() =>
        expect(begin(instance.acme, content)).rejects.toMatchObject({
          code: 'validation_error',
          errors: { content: [expect.stringMatching(reason)] },
        }),
      )
      const { data } = await begin(instance.other, Buffer.from('email,first name\npia@c.example,Pia\n'))
      const status = async () => (await instance.other.invoke(getImport, { id: data.id })).data.status
      await expect.poll(status, { timeout: 60_000 }).toBe('read')
      expect(await hostile).toBeLessThan(2000)
    },
    120_000,
  )
})
