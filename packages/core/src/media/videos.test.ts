import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const { openMedia, uploadMedia } = operations

const WEBM = readFileSync(new URL('../../../../test/fixtures/moving.webm', import.meta.url))
/** The beginning of an MP4, followed by other bytes. */
const MP4 = Buffer.concat([Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), Buffer.alloc(100)])
const CAPTIONS = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nWelcome\n')
const MEBIBYTE = 1024 ** 2

describe.each(ENGINES)('videos of guides on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine, { maxVideoBytes: 2 * MEBIBYTE })
  })
  afterAll(() => instance.close())

  const upload = async (name: string, content: AsyncIterable<Uint8Array>) =>
    (await instance.acme.invoke(uploadMedia, { name, content })).data
  const open = async (url: string, range?: string) => {
    const file = new URL(url).pathname.slice('/media/'.length)
    const visitor = instance.handrail.asVisitor('192.0.2.1')
    const { data } = await visitor.invoke(openMedia, { file, ...(range && { range }) })
    return { ...data, content: Buffer.concat(await data.content.toArray()) }
  }
  const kept = () => readdirSync(instance.files).flatMap((shard) => readdirSync(join(instance.files, shard)))

  test.each([
    ['tour.webm', WEBM, 'video/webm', /\/media\/[0-9a-f]{64}\.webm$/],
    ['tour.mp4', MP4, 'video/mp4', /\/media\/[0-9a-f]{64}\.mp4$/],
    // The type is detected by content.
    ['captions.txt', CAPTIONS, 'text/vtt', /\/media\/[0-9a-f]{64}\.vtt$/],
  ])('%s is stored unchanged, once', async (name, content, media_type, url) => {
    const video = await upload(name, Readable.from([content]))
    expect(video).toMatchObject({ media_type, bytes: content.length, width: 0, height: 0 })
    expect(video.url).toMatch(url)
    expect(await open(video.url)).toMatchObject({ media_type, content })
    const count = kept().length
    expect((await upload(name, Readable.from([content]))).id).toBe(video.id)
    expect(kept()).toHaveLength(count)
  })

  test.each([
    ['bytes=0-3', 0, 3],
    ['bytes=1000-', 1000, WEBM.length - 1],
    ['bytes=-10', WEBM.length - 10, WEBM.length - 1],
    ['bytes=0-999999999', 0, WEBM.length - 1],
  ])('the range %s of a video is served', async (range, first, last) => {
    const { url } = await upload('tour.webm', Readable.from([WEBM]))
    const { part, content, bytes } = await open(url, range)
    expect([part, bytes]).toEqual([{ first, last }, WEBM.length])
    expect(content.equals(WEBM.subarray(first, last + 1))).toBe(true)
  })

  test.each(['bytes=5-2', `bytes=${WEBM.length}-`, 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2'])(
    'the range %s is ignored and the whole video served',
    async (range) => {
      const { url } = await upload('tour.webm', Readable.from([WEBM]))
      const { part, content } = await open(url, range)
      expect([part, content.length]).toEqual([undefined, WEBM.length])
    },
  )

  test('a video has a larger limit than an image; other content is rejected by its first bytes', async () => {
    let read = 0
    async function* endless(beginning: Buffer) {
      yield beginning
      for (; read < 100 * MEBIBYTE; read += MEBIBYTE) yield Buffer.alloc(MEBIBYTE)
    }
    const before = kept().length
    await expect(upload('a.webm', endless(WEBM))).rejects.toMatchObject({ errors: { content: [/too large.*2 MB/] } })
    expect(read).toBeLessThan(4 * MEBIBYTE)
    read = 0
    const program = Buffer.from('7f454c4602010100', 'hex')
    await expect(upload('a.mp4', endless(program))).rejects.toMatchObject({
      errors: { content: [/MP4 or WebM video/] },
    })
    expect(read).toBeLessThan(2 * MEBIBYTE)
    await expect(upload('a.vtt', Readable.from([Buffer.from('<script>')]))).rejects.toMatchObject({
      errors: { content: [/captions in WebVTT/] },
    })
    expect(kept()).toHaveLength(before)
  })
})
