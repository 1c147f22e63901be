import { expect, test } from 'vitest'
import { BROWSER, faultOf, useAuthorizations } from '../../../test/support/authorizations.ts'

const fixture = useAuthorizations()

const stepUp = (scope: string) => ({
  token: undefined,
  challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
})

test('a step-up requests the earlier scopes as well, once', async () => {
  const server = await fixture.start({ challengeScope: 'read' })
  const authorization = fixture.open(server)
  await fixture.signIn(authorization)
  expect(server.authorizations[0]?.get('scope')).toBe('read')
  expect(await authorization.renew(stepUp('admin'))).toBeUndefined()
  const token = await fixture.signIn(authorization, stepUp('admin'))
  expect(token.scopes).toEqual(['read', 'admin'])
  expect(await faultOf(authorization.signIn({ ...BROWSER, refusal: stepUp('admin') }))).toMatchObject({
    code: 'insufficient_scope',
  })
  expect(server.counts.refreshes).toBe(0)
})

test('a step-up by another process is used', async () => {
  const server = await fixture.start({ challengeScope: 'read' })
  const [one, other] = [fixture.open(server), fixture.open(server)]
  const old = await fixture.signIn(one)
  const token = await fixture.signIn(other, stepUp('admin'))
  expect(await one.renew({ ...stepUp('admin'), token: old.value })).toEqual(token)
})

test('configured scopes take precedence over those of the server, and offline_access is added if it is listed', async () => {
  const server = await fixture.start({ metadata: { scopes_supported: ['one', 'offline_access'] } })
  const authorizeParameters = { audience: 'api', state: 'mine', code_challenge_method: 'plain' }
  await fixture.signIn(fixture.open(server, { scopes: ['one'], authorizeParameters }))
  const query = server.authorizations[0]
  expect(query?.get('scope')).toBe('one offline_access')
  expect(query?.get('prompt')).toBe('consent')
  expect(query?.get('audience')).toBe('api')
  // What protects the sign-in is not theirs to change.
  expect(query?.get('code_challenge_method')).toBe('S256')
})

test('no scopes are requested from a server that names none', async () => {
  const server = await fixture.start({ resourceMetadata: { scopes_supported: undefined } })
  await fixture.signIn(fixture.open(server, { resourceParameter: false }))
  expect(server.authorizations[0]?.has('scope')).toBe(false)
  expect(server.authorizations[0]?.has('resource')).toBe(false)
})
