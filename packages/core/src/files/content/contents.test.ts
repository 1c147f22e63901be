import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { S3_KEY, type S3Server, startS3 } from '../../../../../test/s3/s3-server.ts'
import type { ContentStore } from './content-store.ts'
import { copyContents } from './copy.ts'
import { openObjects, openStore } from './open.ts'

const MEBIBYTE = 1024 ** 2
const LATER = '9999-01-01T00:00:00.000Z'

/** Uses a folder of the test for temporary files. */
function passingThrough(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-passing-'))
  vi.stubEnv('TMPDIR', folder)
  return folder
}

describe.each(['folder', 'bucket'])('file contents in a %s', (kind) => {
  let s3: S3Server
  let folder: string
  let passing: string
  let store: ContentStore
  beforeAll(async () => {
    s3 = await startS3()
    for (const [name, value] of Object.entries(S3_KEY)) vi.stubEnv(name, value)
    folder = mkdtempSync(join(tmpdir(), 'handrail-contents-'))
    passing = passingThrough()
    store = await openStore(kind === 'bucket' ? s3.url : folder)
  })
  afterAll(async () => {
    await store.close()
    await s3.close()
    vi.unstubAllEnvs()
    for (const one of [folder, passing]) rmSync(one, { recursive: true, force: true })
  })

  const write = (...chunks: Buffer[]) => store.write(Readable.from(chunks))
  const read = async (...args: Parameters<ContentStore['read']>) =>
    Buffer.concat(await (await store.read(...args)).toArray())
  async function names(before = LATER) {
    const found: string[] = []
    for await (const some of store.keptBefore(before)) found.push(...some)
    return found
  }

  test('written content is read back, whole and in ranges, under a random name', async () => {
    const name = await write(Buffer.from('A plan '), Buffer.from('for us'))
    expect(name).toMatch(/^[0-9a-f]{48}$/)
    expect((await read(name)).toString()).toBe('A plan for us')
    expect((await read(name, { first: 2, last: 5 })).toString()).toBe('plan')
    expect(await store.sizeOf(name)).toBe(13)
    expect((await read(await write())).length).toBe(0)
  })

  test('large content is stored completely', async () => {
    const content = Array.from({ length: 20 }, () => randomBytes(MEBIBYTE))
    const name = await write(...content)
    const hash = createHash('sha256')
    for await (const chunk of await store.read(name)) hash.update(chunk)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.concat(content)).digest('hex'))
    await store.remove(name)
  })

  test('an interrupted write leaves nothing behind', async () => {
    const before = await names()
    async function* cut() {
      yield randomBytes(MEBIBYTE)
      throw new Error('cut')
    }
    await expect(store.write(cut())).rejects.toThrow('cut')
    expect(await names()).toEqual(before)
    expect(readdirSync(passing)).toEqual([])
  })

  test('removing content is idempotent; unknown content is not found', async () => {
    const name = await write(Buffer.from('A'))
    await store.remove(name)
    await store.remove(name)
    for (const absent of [name, '../../etc/passwd', `${name}/x`]) {
      await expect(store.read(absent)).rejects.toMatchObject({ code: 'not_found' })
      expect(await store.sizeOf(absent)).toBeUndefined()
    }
  })

  test('names are listed by their age', async () => {
    const name = await write(Buffer.from('A'))
    expect(await names()).toContain(name)
    expect(await names('2020-01-01T00:00:00.000Z')).toEqual([])
  })
})

describe('a bucket', () => {
  let s3: S3Server
  let passing: string
  beforeAll(async () => {
    s3 = await startS3()
    passing = passingThrough()
    for (const [name, value] of Object.entries(S3_KEY)) vi.stubEnv(name, value)
  })
  afterAll(async () => {
    await s3.close()
    vi.unstubAllEnvs()
    rmSync(passing, { recursive: true })
  })

  test('is listed a thousand names at a time, and unrelated objects are not touched', async () => {
    const store = await openStore(s3.url)
    const root = await openStore(s3.url.replace('/tests?', '?'))
    await root.write(Readable.from([Buffer.from('not ours')]))
    const written = new Set<string>()
    while (written.size < 1030) {
      const some = await Promise.all(Array.from({ length: 50 }, () => store.write(Readable.from([Buffer.from('A')]))))
      for (const name of some) written.add(name)
    }
    const pages: string[][] = []
    for await (const names of store.keptBefore(LATER)) pages.push(names)
    expect(pages.map(({ length }) => length)).toEqual([1000, written.size - 1000])
    expect(new Set(pages.flat())).toEqual(written)
    await store.close()
    await root.close()
  })

  test('is retried after a transient failure', async () => {
    const store = await openStore(s3.url)
    let failures = 2
    s3.answer = (request, response) => {
      if (request.method !== 'PUT' || failures-- <= 0) return false
      request.resume()
      response.writeHead(503, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>')
      return true
    }
    const name = await store.write(Readable.from([Buffer.from('A plan')]))
    s3.answer = undefined
    expect(await store.sizeOf(name)).toBe(6)
    await store.close()
  })

  test('keeps no unreferenced object after a lost response', async () => {
    const store = await openStore(s3.url)
    s3.asked.length = 0
    s3.answer = (request) => {
      if (request.method !== 'PUT') return false
      request.socket.destroy()
      return true
    }
    await expect(store.write(Readable.from([Buffer.from('A')]))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Try again in a minute/),
      retryAfter: 60,
    })
    s3.answer = undefined
    expect(s3.asked.at(-1)).toMatch(/^DELETE \/handrail-files\/tests\/[0-9a-f]{48}$/)
    expect(readdirSync(passing)).toEqual([])
    await store.close()
  })

  test('receives a copy of a folder, resumes after an interruption, and is copied back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-copied-'))
    const source = await openStore(folder)
    const contents = new Map<string, string>()
    for (const text of ['A', 'B', 'C', 'D']) contents.set(await source.write(Readable.from([Buffer.from(text)])), text)
    const url = s3.url.replace('tests', 'copied')
    let copied = 0
    s3.answer = (request) => {
      if (request.method === 'PUT' && ++copied > 2) request.socket.destroy()
      return request.socket.destroyed
    }
    await expect(copyContents({ from: folder, to: url })).rejects.toMatchObject({ code: 'unavailable' })
    s3.answer = undefined
    expect(await copyContents({ from: folder, to: url })).toEqual({ copied: 2, known: 2 })
    expect(await copyContents({ from: folder, to: url })).toEqual({ copied: 0, known: 4 })
    const back = `${folder}-back`
    expect(await copyContents({ from: url, to: back })).toEqual({ copied: 4, known: 0 })
    const target = await openStore(back)
    for (const [name, text] of contents)
      expect(Buffer.concat(await (await target.read(name)).toArray()).toString()).toBe(text)
    for (const one of [folder, back]) rmSync(one, { recursive: true })
  })

  test('keeps a large named object, sent in parts, and nothing of one that was interrupted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-parts-'))
    const content = randomBytes(40 * MEBIBYTE)
    writeFileSync(join(folder, 'large'), content)
    const objects = await openObjects(s3.url.replace('tests', 'objects'))
    s3.answer = (request) => {
      if (request.url?.includes('partNumber=3')) request.socket.destroy()
      return request.socket.destroyed
    }
    await expect(objects.put('large.db', join(folder, 'large'))).rejects.toMatchObject({ code: 'unavailable' })
    s3.answer = undefined
    expect(await objects.list('')).toEqual([])
    await objects.put('large.db', join(folder, 'large'))
    await objects.put('large.db.files/ab', join(folder, 'large'))
    expect(await objects.list('large')).toEqual([
      { name: 'large.db', bytes: content.length },
      { name: 'large.db.files/', bytes: 0 },
    ])
    expect(Buffer.concat(await (await objects.read('large.db')).toArray()).equals(content)).toBe(true)
    await objects.remove('large.db.files/')
    expect(await objects.list('')).toHaveLength(1)
    objects.close()
    rmSync(folder, { recursive: true })
  })
})
