import { expect, test } from 'vitest'
import { FORBIDDEN_ADDRESSES } from '../../test/data/forbidden-addresses.ts'
import { createGuard, targetRules } from './guard.ts'

const strict = createGuard({ allowedRanges: [], allowLoopback: false, httpsOnly: true })
const trial = createGuard({ allowedRanges: ['10.1.0.0/16'], allowLoopback: true, httpsOnly: false })

test.each(FORBIDDEN_ADDRESSES)('the address %j is rejected', (url) => {
  expect(strict.problemOf(url)).toEqual(expect.any(String))
})

test.each(['https://example.com/hook?a=1', 'https://93.184.216.34:8443/', 'https://[2606:4700::1111]/'])(
  'the address %s is allowed',
  (url) => {
    expect(strict.problemOf(url)).toBeUndefined()
  },
)

test('only exceptions set by the operator are allowed', () => {
  for (const url of ['http://127.0.0.1:4000/', 'http://localhost:4000/', 'http://[::1]:4000/', 'http://10.1.2.3/'])
    expect(trial.problemOf(url)).toBeUndefined()
  for (const url of ['http://10.2.0.1/', 'http://192.168.0.1/', 'http://printer.local/'])
    expect(trial.problemOf(url)).toEqual(expect.any(String))
  expect(trial.allows('::ffff:10.1.0.9')).toBe(true)
})

test('a name that resolves to a private network is rejected at the connection', async () => {
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

test('a public name that starts like a loopback address does not allow receivers on this machine', () => {
  expect(targetRules('https://127.example.com').allowLoopback).toBe(false)
})
