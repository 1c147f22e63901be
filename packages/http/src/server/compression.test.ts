import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { STYLE } from '../player/style/style.ts'
import { type Coding, codingOf, compress, compressOnce } from './compression.ts'

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }

test.each([
  ['br', 'a small text', 2000],
  ['gzip', 'a small text', 2000],
  ['br', 'a large text', 200_000],
  ['gzip', 'a large text', 200_000],
] satisfies [Coding, string, number][])(
  '%s of %s has its bytes, in text and in bytes',
  async (coding, _which, size) => {
    const text = 'Größe, 50 % · '.repeat(size / 14)
    for (const body of [text, Buffer.from(text)]) {
      const packed = await compress(body, coding)
      expect(UNPACK[coding](packed).toString()).toBe(text)
      expect(packed.length).toBeLessThan(text.length / 4)
    }
  },
)

test('a large text is compressed off the event loop, a small one at once', () => {
  expect(compress('a'.repeat(100_000), 'br')).toBeInstanceOf(Promise)
  expect(compress('a'.repeat(2000), 'gzip')).toBeInstanceOf(Buffer)
})

test.each([
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('of %s, %s is chosen', (accepted, coding) => {
  expect(codingOf(accepted, 2000)).toBe(coding)
  expect(codingOf(accepted, 100)).toBeUndefined()
})

test('what never changes is compressed once, smaller than in passing', async () => {
  const packed = compressOnce(STYLE)
  for (const coding of ['br', 'gzip'] as const) {
    expect(packed(coding)).toBe(packed(coding))
    expect(UNPACK[coding](await packed(coding)).toString()).toBe(STYLE)
    expect((await packed(coding)).length).toBeLessThan((await compress(STYLE, coding)).length)
  }
})
