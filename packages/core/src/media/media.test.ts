import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '../../../../test/png.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { sweepContents } from '../files/sweep.ts'
import { operations } from '../index.ts'
import { storedKib } from '../workspaces/quotas/storage.ts'
import { makeOldVariants } from './variants.ts'

const { getMediaSizes, listMedia, openMedia, uploadMedia } = operations

/** The beginning of a PNG that declares this size. */
function beginningOf(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000001f15c489', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

const pixels = (image: Buffer) => sharp(image).raw().toBuffer()
/** A GIF with the given number of different frames. */
function moving(width: number, height: number, frames: number): Promise<Buffer> {
  const shades = Array.from({ length: frames }, (_, frame) => pngOf(width, height, frame * 8))
  return sharp(shades, { join: { animated: true } })
    .gif()
    .toBuffer()
}
/** A photo that hardly compresses. */
function noise(width: number, height: number): Promise<Buffer> {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#777', noise: gaussian } })
    .jpeg()
    .toBuffer()
}
const LONG = await moving(2000, 1000, 30)

describe.each(ENGINES)('images of guides on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const upload = async (content: Buffer, name = 'dot.png', bound = instance.acme) =>
    (await bound.invoke(uploadMedia, { name, content: Readable.from([content]) })).data
  const storedFiles = () => readdirSync(instance.files).flatMap((shard) => readdirSync(join(instance.files, shard)))

  const fileOf = (url: string) => new URL(url).pathname.slice('/media/'.length)
  const open = async (url: string) => {
    const { data } = await instance.handrail.asVisitor('192.0.2.1').invoke(openMedia, { file: fileOf(url) })
    return Buffer.concat(await data.content.toArray())
  }

  test('the same image uploaded twice is one record per workspace', async () => {
    const dot = pngOf(1, 1)
    const [first, second] = await Promise.all([upload(dot), upload(dot, 'again.png')])
    expect(second.id).toBe(first.id)
    expect(first).toMatchObject({ media_type: 'image/png', width: 1, height: 1 })
    const elsewhere = await upload(dot, 'dot.png', instance.other)
    expect([elsewhere.url, elsewhere.id === first.id]).toEqual([first.url, false])
    expect(storedFiles()).toHaveLength(2)
    expect((await instance.acme.invoke(listMedia, {})).data.map(({ id }) => id)).toEqual([first.id])
    const shown = await open(first.url)
    expect([shown.length, await pixels(shown)]).toEqual([first.bytes, await pixels(dot)])
  })

  test.each([
    ['a script that is called an image', Buffer.from('<script>alert(1)</script>'), /PNG, JPEG, WebP or GIF/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /PNG, JPEG, WebP or GIF/],
    ['one of 30,000 by 30,000 pixels', beginningOf(30_000, 30_000), /30000 by 30000 pixels/],
    ['one with no size', beginningOf(0, 10), /cannot be read|not an image/],
    ['one that is too large', Buffer.concat([pngOf(1, 1), Buffer.alloc(10 * 1024 * 1024)]), /too large/],
    ['one that is cut off', pngOf(100, 100).subarray(0, 80), /cannot be read|not an image that can be read/],
    ['one that moves through 60 million pixels', LONG, /60 million|50 million pixels/],
    ['one that is empty', Buffer.alloc(0), /can't be empty/],
  ])('%s is rejected and leaves nothing behind', async (_name, content, problem) => {
    const before = storedFiles().length
    await expect(upload(content)).rejects.toMatchObject({ errors: { content: [problem] } })
    expect(storedFiles()).toHaveLength(before)
  })

  test('a wide image has smaller versions, which count as storage, and a sweep keeps them', async () => {
    const own = await openInstance(engine)
    const wide = await noise(2000, 3000)
    const { workspace_id } = own.acme.context.caller
    const stored = () => own.handrail.database.read((reader) => storedKib(reader, workspace_id))
    const before = await stored()
    const { data } = await own.acme.invoke(uploadMedia, { name: 'photo.jpg', content: Readable.from([wide]) })
    expect([data.width, data.height]).toEqual([1600, 2400])
    const visitor = own.handrail.asVisitor('192.0.2.1')
    const [size] = (await visitor.invoke(getMediaSizes, { files: [fileOf(data.url)] })).data
    expect(size?.variants).toEqual([{ file: expect.stringMatching(/^[0-9a-f]{64}\.jpg$/), width: 800 }])
    const { data: opened } = await visitor.invoke(openMedia, { file: size?.variants[0]?.file ?? '' })
    const drawn = Buffer.concat(await opened.content.toArray())
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 1200 })
    expect([opened.media_type, opened.bytes]).toEqual(['image/jpeg', drawn.length])
    expect((await stored()) - before).toBe(Math.ceil(data.bytes / 1024) + Math.ceil(drawn.length / 1024))
    expect((await own.acme.invoke(listMedia, {})).data).toHaveLength(1)
    // The same content again leaves no second copy of any version.
    const files = () => readdirSync(own.files).flatMap((shard) => readdirSync(join(own.files, shard)))
    expect(files()).toHaveLength(2)
    await own.acme.invoke(uploadMedia, { name: 'again.jpg', content: Readable.from([wide]) })
    expect(files()).toHaveLength(2)
    await sweepContents(own.acme.context, '2999-01-01T00:00:00.000Z')
    expect(files()).toHaveLength(2)
    await own.close()
  })

  test('a photo is stored without metadata, upright and scaled down', async () => {
    const photo = await sharp(pngOf(3000, 1500))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const hostile = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const image = await upload(hostile, 'photo.jpg')
    expect(image).toMatchObject({ media_type: 'image/jpeg', width: 1200, height: 2400 })
    const kept = await open(image.url)
    const { orientation, exif } = await sharp(kept).metadata()
    expect([orientation, exif, kept.includes('script'), kept.includes('Somebody')]).toEqual([
      undefined,
      undefined,
      false,
      false,
    ])
  })

  test('an image stored by an earlier release is re-encoded under the same address', async () => {
    const photo = await sharp(pngOf(40, 30))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .toBuffer()
    const broken = Buffer.from('no image any more')
    const old = await upload(photo, 'old.jpg')
    const lost = await upload(pngOf(41, 31))
    const { contents } = instance.acme.context
    for (const [{ id }, content] of [[old, photo] as const, [lost, broken] as const]) {
      // As an earlier release stored it.
      const stored_as = await contents.write(Readable.from([content]))
      await instance.handrail.database.write(({ db, tables: { media } }) =>
        db.update(media).set({ stored_as, is_rewritten: false }).where(eq(media.id, id)),
      )
    }
    expect((await open(old.url)).includes('Somebody')).toBe(true)
    const before = storedFiles().length
    await instance.handrail.upkeep()
    const shown = await open(old.url)
    expect([shown.includes('Somebody'), (await sharp(shown).metadata()).width]).toEqual([false, 40])
    expect(await open(lost.url)).toEqual(broken)
    expect(storedFiles()).toHaveLength(before)
    wait(instance, { minutes: 1 })
    await instance.handrail.upkeep()
    expect(await open(old.url)).toEqual(shown)
  })

  test('a wide image stored by an earlier release gets its smaller versions, and one that cannot be read is tried once', async () => {
    const own = await openInstance(engine)
    const { contents } = own.acme.context
    const photo = async (name: string) => {
      const content = Readable.from([await noise(2000, 1000 + name.length)])
      return (await own.acme.invoke(uploadMedia, { name, content })).data
    }
    const [old, lost] = [await photo('old.jpg'), await photo('unreadable.jpg')]
    const stored_as = await contents.write(Readable.from([Buffer.from('no image any more')]))
    // As an earlier release stored them.
    await own.handrail.database.write(async ({ db, tables: { media, media_variants } }) => {
      await db.delete(media_variants)
      await db.update(media).set({ has_variants: false })
      await db.update(media).set({ stored_as }).where(eq(media.id, lost.id))
    })
    const widths = async (url: string) => {
      const { data } = await own.handrail.asVisitor('192.0.2.1').invoke(getMediaSizes, { files: [fileOf(url)] })
      return data[0]?.variants.map(({ width }) => width).toSorted((one, other) => one - other)
    }
    expect(await widths(old.url)).toEqual([])
    await own.handrail.upkeep()
    expect(await widths(old.url)).toEqual([800, 1600])
    expect(await widths(lost.url)).toEqual([])
    const left = await own.handrail.database.read(({ db, tables: { media } }) =>
      db.select({ id: media.id }).from(media).where(eq(media.has_variants, false)),
    )
    expect(left).toEqual([])
    await own.close()
  })

  test('a fault of the store takes nothing from a wide image: its smaller versions are made later', async () => {
    const own = await openInstance(engine)
    const content = Readable.from([await noise(1200, 900)])
    const { data } = await own.acme.invoke(uploadMedia, { name: 'old.jpg', content })
    await own.handrail.database.write(async ({ db, tables: { media, media_variants } }) => {
      await db.delete(media_variants)
      await db.update(media).set({ has_variants: false })
    })
    const { context } = own.acme
    const broken = { ...context, contents: { ...context.contents, read: () => Promise.reject(new Error('EIO')) } }
    await expect(makeOldVariants(broken)).rejects.toThrow('EIO')
    await makeOldVariants(context)
    const visitor = own.handrail.asVisitor('192.0.2.1')
    const [size] = (await visitor.invoke(getMediaSizes, { files: [fileOf(data.url)] })).data
    expect(size?.variants).toHaveLength(1)
    await own.close()
  })

  test('an animated image stays animated', async () => {
    const image = await upload(await moving(40, 20, 3), 'moving.gif')
    expect(image).toMatchObject({ media_type: 'image/gif', width: 40, height: 20 })
    expect(await sharp(await open(image.url)).metadata()).toMatchObject({ pages: 3, width: 40, height: 20 })
  })

  test('dimensions are returned by name for existing images', async () => {
    const { url } = await upload(pngOf(30, 20))
    const [file = '', absent] = [fileOf(url), `${'0'.repeat(64)}.png`]
    const visitor = instance.handrail.asVisitor('192.0.2.1')
    const { data } = await visitor.invoke(getMediaSizes, { files: [file, absent, file.replace('.png', '.gif')] })
    expect(data).toEqual([{ file, width: 30, height: 20, variants: [] }])
  })
})
