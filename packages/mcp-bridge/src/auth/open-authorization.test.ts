import { expect, test } from 'vitest'
import { useAuthorizations } from '../../test/support/authorizations.ts'
import { call } from '../../test/support/calls.ts'

const fixture = useAuthorizations()

test('authorization: signs in through the browser, and stays signed in', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server)
  expect(await authorization.token()).toBeUndefined()
  const token = await fixture.signIn(authorization)
  expect(token.scopes).toEqual(['read', 'write'])
  expect(await call(server, authorization)).toBe(200)

  const restarted = fixture.open(server)
  expect(await restarted.token()).toEqual(token)
  server.expireAll()
  expect(await call(server, restarted)).toBe(200)
  expect(await call(server, authorization)).toBe(200)
  expect(server.counts).toEqual({ refreshes: 1, replays: 0, reuses: 0 })
})

test('authorization: every secret is registered for redaction in the log', async () => {
  const server = await fixture.start({ metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } })
  const authorization = fixture.open(server)
  await fixture.signIn(authorization)
  server.expireAll()
  expect(await call(server, authorization)).toBe(200)
  expect(server.secrets().filter((secret) => !fixture.concealed.has(secret))).toEqual([])
  const verifier = server.tokenRequests[0]?.get('code_verifier') ?? ''
  expect(fixture.concealed).toContain(verifier)
})

test('authorization: reads and requests nothing before its first use', async () => {
  const server = await fixture.start()
  const authorization = fixture.open(server)
  await authorization.close()
  expect(server.requests).toEqual([])
})
