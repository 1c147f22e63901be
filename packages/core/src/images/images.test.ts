import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/instance.ts'
import { longestStall } from '../../test/stall.ts'
import { createReadings } from '../foreign-files/readings.ts'
import { type Bound, operations } from '../index.ts'
import { createImages } from './images.ts'

const { setLogo } = operations

let instance: Instance
beforeEach(async () => {
  instance = await openInstance('sqlite')
})
afterEach(() => instance.close())

const set = (bound: Bound, content: string | Buffer) =>
  bound.invoke(setLogo, { content: Buffer.from(content).toString('base64') })
const refused = (...words: RegExp[]) => ({ errors: { content: words } })
const BOX = { width: 80, height: 80 }
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`

/** A PNG with 16 bits per channel of zero bytes only: 49 million pixels in less than 400 KB. */
function deepPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 16
  header[9] = 6
  const pixels = deflateSync(Buffer.alloc((1 + side * 8) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...(
      [
        ['IHDR', header],
        ['IDAT', pixels],
        ['IEND', Buffer.alloc(0)],
      ] as const
    ).map(([name, data]) => {
      const chunk = Buffer.alloc(12 + data.length)
      chunk.writeUInt32BE(data.length)
      chunk.write(name, 4)
      data.copy(chunk, 8)
      chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
      return chunk
    }),
  ])
}

/** Nested masks: each is drawn twice for the outer one. */
const masks = Array.from(
  { length: 30 },
  (_, i) => `<mask id="m${i}"><g mask="url(#m${i + 1})"><path d="M0 0h9v9"/></g><g mask="url(#m${i + 1})"/></mask>`,
).join('')

const attributes = (count: number) => Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')

test.each([
  ['thirty comments before what is no SVG', `${'<!---->'.repeat(30)}a`, /is not a PNG, WebP or SVG/],
  ['a hundred thousand half-open comments', '<!--'.repeat(90_000), /is not a PNG, WebP or SVG/],
  ['masks within masks', svg(`${masks}<path mask="url(#m0)" d="M0 0h9v9"/>`), /masks within masks/],
  ['masks within masks, by their style', svg('<mask><path style="mask: url(#a)"/></mask>'), /masks within masks/],
  ['masked elements without end', svg('<g clip-path="url(#a)"/>'.repeat(33)), /more than 32 masked/],
  ['elements within each other', svg('<g>'.repeat(100_000)), /elements that are nested too deeply/],
  ['elements beside each other', svg('<g/>'.repeat(5001)), /more than 5,000 elements/],
  ['attributes without end', svg(`<g ${attributes(20_000)}/>`), /more than 200 attributes at an element/],
  ['declarations without end', svg(`<g style="${'a:b;'.repeat(60_000)}"/>`), /a style that is too long/],
])('a logo of %s is rejected immediately with a reason', async (_name, content, words) => {
  const stall = await longestStall(async () =>
    expect(set(instance.acme, content)).rejects.toMatchObject(refused(words)),
  )
  // Some took eighteen seconds before, and others twice as long with each byte.
  expect(stall).toBeLessThan(2000)
})

test('an image that takes too many resources is rejected with a reason; the next one is processed normally', async () => {
  const images = createImages({ seconds: 0.5 })
  const problem = { code: 'validation_error', cause: 'took_too_much', ...refused(/too much time or memory/) }
  await expect(images.rewrite('one', deepPng(7000), 2400)).rejects.toMatchObject(problem)
  expect(await sharp(await images.draw('one', Buffer.from(svg('<path d="M0 0h9v9"/>')), BOX)).metadata()).toMatchObject(
    BOX,
  )
  images.close()
}, 120_000)

test('an image that took too many resources is recorded, and not processed again', async () => {
  const readings = createReadings(instance.handrail.database)
  const images = createImages({ seconds: 0.5, readings })
  const workspace = instance.acme.context.caller.workspace_id
  const evil = deepPng(7000)
  await expect(images.rewrite(workspace, evil, 2400)).rejects.toMatchObject(refused(/takes too much time or memory/))
  images.close()
  // With the limits of the service it would be tried for ten seconds.
  await expect(set(instance.acme, evil)).rejects.toMatchObject(refused(/took too much .* not processed again/))
  const records = await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.file_readings))
  expect(records).toMatchObject([{ workspace_id: workspace, is_refused: true }])
  await readings.close()
}, 120_000)

test('slow images of one workspace do not delay other workspaces', async () => {
  const { acme, other } = instance
  const ended: string[] = []
  const evil = deepPng(7000)
  expect(evil.length).toBeLessThan(400_000)
  const slow = Promise.allSettled([set(acme, evil), set(acme, evil), set(acme, evil)]).then(() => ended.push('slow'))
  const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#abc' } })
    .png()
    .toBuffer()
  for (let upload = 0; upload < 3; upload++) {
    await set(other, small)
    ended.push('quick')
  }
  await slow
  expect(ended).toEqual(['quick', 'quick', 'quick', 'slow'])
}, 300_000)

test('image processes start on demand and end with the instance', async () => {
  const images = createImages()
  const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#abc' } })
    .webp()
    .toBuffer()
  const small = await images.rewrite('one', content, 30)
  expect([small.width, small.height]).toEqual([30, 20])
  expect(await sharp(small.content).metadata()).toMatchObject({ format: 'webp', width: 30 })
  const underWay = images.rewrite('one', deepPng(7000), 2400)
  images.close()
  await expect(underWay).rejects.toMatchObject({ code: 'unavailable' })
  await expect(images.rewrite('one', content, 30)).rejects.toMatchObject({ code: 'unavailable' })
})
