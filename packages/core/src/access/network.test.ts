import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.7', 4, '203.0.113.7'],
  ['::ffff:203.0.113.7', 4, '203.0.113.7'],
  ['203.0.113.7', 3, '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', 4, '2001:db8:1:2'],
  ['2001:DB8:0001:2:3:4:5:6', 3, '2001:db8:1'],
  ['2001:db8::1', 4, '2001:db8:0:0'],
  ['fe80::1%eth0', 4, 'fe80:0:0:0'],
  ['::1', 4, '0:0:0:0'],
] as const)('the network of %s, in %i parts, is %s', (address, width, network) =>
  expect(networkOf(address, width)).toBe(network),
)
