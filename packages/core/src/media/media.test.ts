import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { listMedia, openMedia, uploadMedia } from '../index.ts'

/** The beginning of a PNG that says it is so large. */
function png(width: number, height: number, rest = ''): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000001f15c489', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return Buffer.concat([header, Buffer.from(rest)])
}

describe.each(ENGINES)('images of guides on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const upload = async (content: Buffer, name = 'dot.png', bound = instance.acme) =>
    (await bound.invoke(uploadMedia, { name, content: Readable.from([content]) })).data
  const kept = () => readdirSync(instance.files).flatMap((shard) => readdirSync(join(instance.files, shard)))

  test('the same image twice is one, in each workspace', async () => {
    const dot = png(1, 1)
    const [first, second] = await Promise.all([upload(dot), upload(dot, 'again.png')])
    expect(second.id).toBe(first.id)
    expect(first).toMatchObject({ media_type: 'image/png', width: 1, height: 1, bytes: dot.length })
    const elsewhere = await upload(dot, 'dot.png', instance.other)
    expect([elsewhere.url, elsewhere.id === first.id]).toEqual([first.url, false])
    expect(kept()).toHaveLength(2)
    expect((await instance.acme.invoke(listMedia, {})).data.map(({ id }) => id)).toEqual([first.id])
    const file = new URL(first.url).pathname.slice('/media/'.length)
    const { data } = await instance.handrail.asVisitor('192.0.2.1').invoke(openMedia, { file })
    expect(Buffer.concat(await data.content.toArray())).toEqual(dot)
  })

  test.each([
    ['a script that is called an image', Buffer.from('<script>alert(1)</script>'), /PNG, JPEG, WebP or GIF/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /PNG, JPEG, WebP or GIF/],
    ['one of 30,000 by 30,000 pixels', png(30_000, 30_000), /30000 by 30000 pixels/],
    ['one with no size', png(0, 10), /cannot be read|not an image/],
    ['one that is too large', png(1, 1, 'x'.repeat(10 * 1024 * 1024)), /too large/],
    ['one that is empty', Buffer.alloc(0), /can't be empty/],
  ])('%s is refused, and nothing of it stays', async (_name, content, problem) => {
    const before = kept().length
    await expect(upload(content)).rejects.toMatchObject({ errors: { content: [problem] } })
    expect(kept()).toHaveLength(before)
  })
})
