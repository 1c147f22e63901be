import { expect, test } from 'vitest'
import { MAX_MAIL_BYTES } from '../parse/mail.ts'
import { createMemory } from './memory.ts'

const MIB = 1024 ** 2

function streamOf(mebibytes: number) {
  async function* chunks() {
    for (let sent = 0; sent < mebibytes; sent++) yield Buffer.alloc(MIB)
  }
  return Object.assign(chunks(), { sizeExceeded: false })
}

test('a mail over the limit is refused, and one below it is read whole', async () => {
  const memory = createMemory()
  const most = MAX_MAIL_BYTES / MIB
  expect(await memory.holding(streamOf(most), 'acme', async ({ length }) => length)).toBe(MAX_MAIL_BYTES)
  const large = memory.holding(streamOf(most + 1), 'acme', async () => undefined)
  await expect(large).rejects.toMatchObject({ responseCode: 552 })
})

test('mails that would take too much memory together are put off until others are done, those of one owner earlier', async () => {
  const memory = createMemory(20 * MIB)
  let finish: () => void = () => undefined
  const held = memory.holding(streamOf(8), 'acme', () => new Promise<void>((resolve) => (finish = resolve)))
  await expect.poll(() => finish.length).toBe(1)
  const put = (owner: string, mebibytes: number) =>
    memory.holding(streamOf(mebibytes), owner, async ({ length }) => length)
  await expect(put('acme', 3)).rejects.toMatchObject({ responseCode: 452 })
  expect(await put('acme', 2)).toBe(2 * MIB)
  expect(await put('other', 10)).toBe(10 * MIB)
  await expect(put('other', 11)).rejects.toMatchObject({ responseCode: 452 })
  finish()
  await held
  expect(await memory.holding(streamOf(9), 'acme', async ({ length }) => length)).toBe(9 * MIB)
  const failing = memory.holding(streamOf(9), 'acme', async () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await memory.holding(streamOf(9), 'acme', async ({ length }) => length)).toBe(9 * MIB)
})
