import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { workbook } from '../../../../test/data/workbook.ts'
import { TableFault } from '../table.ts'
import { createTableFiles, type TableFiles } from './table-files.ts'

const LIMITS = { megabytes: 512, seconds: 60 }

const sourceOf = (content: string | Buffer) => {
  const bytes = Buffer.from(content)
  return { bytes: bytes.length, open: async () => Readable.from([bytes]) }
}

const key = (workspace_id = 'one') => ({ workspace_id, content_hash: 'a hash' })

async function rowsOf({ read }: TableFiles, content: string | Buffer, behind?: number) {
  const numbers: number[] = []
  for await (const { rows } of read(key(), sourceOf(content), behind === undefined ? {} : { behind }))
    numbers.push(...rows.map(({ number }) => number))
  return numbers
}

const lines = (count: number) => `name\n${Array.from({ length: count }, (_, i) => `Person ${i}`).join('\n')}\n`

test('a process reads a whole file, its beginning, or the rows after a given one', async () => {
  const files = createTableFiles()
  const content = lines(1000)
  expect(await rowsOf(files, content)).toEqual(Array.from({ length: 1001 }, (_, i) => i + 1))
  expect(await rowsOf(files, content, 0)).toHaveLength(1000)
  expect(await rowsOf(files, content, 998)).toEqual([999, 1000, 1001])
  expect(await files.begin(key(), sourceOf(content), 3)).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }])
})

test('a file that takes too much memory or time fails with a reason and affects no other', async () => {
  const texts = `<sst>${Array.from({ length: 300_000 }, (_, i) => `<si><t>Text ${i}</t></si>`).join('')}</sst>`
  const large = await workbook('<x:row/>', { 'xl/sharedStrings.xml': texts })
  const small = createTableFiles({ reading: { megabytes: 12, seconds: 60 } })
  await expect(rowsOf(small, large)).rejects.toMatchObject({ name: 'TableFault', code: 'took_too_much_memory' })
  const hasty = createTableFiles({ reading: { megabytes: 512, seconds: 0.001 } })
  await expect(rowsOf(hasty, lines(100_000))).rejects.toMatchObject({ name: 'TableFault', code: 'took_too_long' })
  expect(await rowsOf(createTableFiles(), large)).toEqual([])
}, 120_000)

test('waiting for the consumer does not count against the time limit, and pauses reading', async () => {
  const files = createTableFiles({ reading: LIMITS })
  let asked = 0
  const content = Buffer.from(lines(90_000))
  function* pieces() {
    for (let at = 0; at < content.length; at += 10_000) {
      asked++
      yield content.subarray(at, at + 10_000)
    }
  }
  const read = files.read(key(), { bytes: content.length, open: async () => Readable.from(pieces()) }, { behind: 0 })
  const rows = read[Symbol.asyncIterator]()
  expect((await rows.next()).value?.rows).toHaveLength(300)
  // It parsed the file once and started again.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(asked).toBeLessThan((2 * content.length) / 10_000)
  await rows.return?.()
})

test('an error of opening the source is passed on unchanged', async () => {
  const gone = { bytes: 0, open: async () => Promise.reject(new Error('gone')) }
  await expect(createTableFiles().read(key(), gone, {})[Symbol.asyncIterator]().next()).rejects.toThrow('gone')
  await expect(rowsOf(createTableFiles(), Buffer.from([1, 0, 2]))).rejects.toThrow(TableFault)
})

test('files of one workspace are inspected one after the other, in parallel with other workspaces', async () => {
  const files = createTableFiles()
  const under = new Map<string, number>()
  let most = 0
  const counted = (workspace: string) => ({
    bytes: 0,
    open: async () => {
      under.set(workspace, (under.get(workspace) ?? 0) + 1)
      most = Math.max(most, under.get(workspace) ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
      under.set(workspace, (under.get(workspace) ?? 0) - 1)
      return Readable.from([Buffer.from(lines(3))])
    },
  })
  const order: string[] = []
  const begin = (workspace: string) =>
    files.begin(key(workspace), counted(workspace), 2).then(() => order.push(workspace))
  await Promise.all([...Array.from({ length: 6 }, () => begin('many')), begin('few')])
  expect(most).toBe(1)
  expect(order.indexOf('few')).toBeLessThan(4)
})
