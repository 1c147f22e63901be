import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type ArchiveEntry, archiveOf } from './archive.ts'

async function* parts(count: number, opened: Readable[] = []): AsyncIterable<ArchiveEntry> {
  for (let i = 0; i < count; i++)
    yield {
      name: `${i}.txt`,
      open() {
        const content = Readable.from([Buffer.from(`Part ${i}`)], { objectMode: false })
        opened.push(content)
        return content
      },
    }
}

test('an archive of many parts leaves no listener for finished parts', async () => {
  const opened: Readable[] = []
  const archive = archiveOf(parts(50, opened))
  let most = 0
  for await (const _ of archive) most = Math.max(most, archive.listenerCount('close'))
  expect(opened).toHaveLength(50)
  expect(most).toBeLessThan(10)
})

test('closing an archive closes the part being read', async () => {
  const endless = new Readable({ read: () => undefined })
  async function* one(): AsyncIterable<ArchiveEntry> {
    yield { name: 'endless.txt', open: () => endless }
  }
  const archive = archiveOf(one())
  const closed = new Promise((resolve) => endless.once('close', resolve))
  archive.once('data', () => archive.destroy())
  await closed
  expect(archive.destroyed).toBe(true)
})
