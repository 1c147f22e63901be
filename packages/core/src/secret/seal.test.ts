import { expect, test } from 'vitest'
import { createSealer } from './seal.ts'

const sealer = createSealer(Buffer.alloc(32, 1))

test('encrypted text is decrypted only with the same secret, and only unchanged', () => {
  const sealed = sealer.seal('whsec_päss')
  expect(sealed).not.toContain('whsec')
  expect(sealer.seal('whsec_päss')).not.toBe(sealed)
  expect(sealer.open(sealed)).toBe('whsec_päss')
  expect(() => createSealer(Buffer.alloc(32, 2)).open(sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => sealer.open(bytes.toString('base64url'))).toThrow()
})

test('a signature is valid for one text and one secret', () => {
  const signature = sealer.sign('place')
  expect(sealer.verify('place', signature)).toBe(true)
  expect(sealer.verify('places', signature)).toBe(false)
  expect(sealer.verify('place', `${signature}x`)).toBe(false)
  expect(createSealer(Buffer.alloc(32, 2)).verify('place', signature)).toBe(false)
})
