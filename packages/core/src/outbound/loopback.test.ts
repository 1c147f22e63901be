import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test.each(['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])(
  '%s is a loopback host',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  },
)

test.each([
  '',
  'localhost.example.com',
  'notlocalhost',
  '127.0.0.1.example.com',
  '128.0.0.1',
  '10.0.0.1',
  '0.0.0.0',
  '::2',
  '[::1',
])('%s is not a loopback host', (host) => {
  expect(isLoopbackHost(host)).toBe(false)
})
