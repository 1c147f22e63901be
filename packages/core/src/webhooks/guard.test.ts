import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'

const strict = createGuard({ allowedRanges: [], allowLoopback: false, httpsOnly: true })
const trial = createGuard({ allowedRanges: ['10.1.0.0/16'], allowLoopback: true, httpsOnly: false })

/** Every trick to name an address within the operator's network that is known to have worked somewhere. */
const TRICKS = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127.0.0.1./',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://192.0.0.8/',
  'https://192.88.99.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[ff02::1]/',
  'https://[5f00::1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://foo.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://intranet/',
  'https://user:pass@example.com/',
  'https://example.com/#fragment',
  'https://example.com:22/',
  'https://example.com:6379/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://example.com/\r\nX-Injected: 1',
  'https://exam ple.com/',
  'nonsense',
  '',
  `https://example.com/${'x'.repeat(2048)}`,
]

test.each(TRICKS)('%j is refused', (url) => {
  expect(strict.problemOf(url)).toEqual(expect.any(String))
})

test.each(['https://example.com/hook?a=1', 'https://93.184.216.34:8443/', 'https://[2606:4700::1111]/'])(
  '%s is allowed',
  (url) => {
    expect(strict.problemOf(url)).toBeUndefined()
  },
)

test('what the operator allows is allowed, and no more', () => {
  for (const url of ['http://127.0.0.1:4000/', 'http://localhost:4000/', 'http://[::1]:4000/', 'http://10.1.2.3/'])
    expect(trial.problemOf(url)).toBeUndefined()
  for (const url of ['http://10.2.0.1/', 'http://192.168.0.1/', 'http://printer.local/'])
    expect(trial.problemOf(url)).toEqual(expect.any(String))
  expect(trial.allows('::ffff:10.1.0.9')).toBe(true)
})

test('a name that leads into the network is refused when a connection looks it up', async () => {
  const looked = (all: boolean) =>
    new Promise((resolve) => strict.lookup('localhost', { all }, (error, address) => resolve(error ?? address)))
  expect(await looked(true)).toMatchObject({ code: 'ERR_BLOCKED_ADDRESS' })
  expect(await looked(false)).toMatchObject({ code: 'ERR_BLOCKED_ADDRESS' })
  const allowed = new Promise((resolve) => trial.lookup('localhost', { all: true }, (_, found) => resolve(found)))
  expect(await allowed).toContainEqual(expect.objectContaining({ address: expect.stringMatching(/^(127|::1)/) }))
  expect(await strict.resolvesToForbidden('localhost', 2000)).toBe(true)
  expect(await trial.resolvesToForbidden('localhost', 2000)).toBe(false)
  expect(await strict.resolvesToForbidden('no-such-name.invalid', 2000)).toBe(false)
})
