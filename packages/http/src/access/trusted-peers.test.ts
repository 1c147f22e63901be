import { expect, test } from 'vitest'
import { trustedPeers } from './trusted-peers.ts'

test.each<[Parameters<typeof trustedPeers>[0], string[], string[]]>([
  [undefined, [], ['127.0.0.1', '::1']],
  [false, [], ['127.0.0.1']],
  [true, ['203.0.113.1', '2001:db8::1'], []],
  ['10.0.0.0/8, 203.0.113.7', ['10.1.2.3', '::ffff:10.1.2.3', '203.0.113.7'], ['203.0.113.8', '::1']],
  [
    ['2001:db8::/32', '127.0.0.1'],
    ['2001:db8:1::1', '127.0.0.1'],
    ['2001:db9::1', '127.0.0.2'],
  ],
  ['loopback, uniquelocal', ['127.0.0.9', '::1', '192.168.3.4', 'fd00::1'], ['169.254.0.1', '203.0.113.1']],
  [(address: string) => address.startsWith('203.'), ['203.0.113.1'], ['198.51.100.1']],
])('of the option %j, declared proxies are %j and not %j', (trustProxy, trusted, others) => {
  const isTrusted = trustedPeers(trustProxy)
  expect(trusted.filter(isTrusted)).toEqual(trusted)
  expect(others.filter(isTrusted)).toEqual([])
})
