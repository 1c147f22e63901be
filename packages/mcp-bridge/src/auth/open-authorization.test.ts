import { expect, test } from 'vitest'
import { call } from '../../test/calls.ts'
import { useWorld } from '../../test/world.ts'

const world = useWorld()

test('signs in through the browser, and stays signed in', async () => {
  const server = await world.start()
  const authorization = world.open(server)
  expect(await authorization.token()).toBeUndefined()
  const token = await world.signIn(authorization)
  expect(token.scopes).toEqual(['read', 'write'])
  expect(await call(server, authorization)).toBe(200)

  const restarted = world.open(server)
  expect(await restarted.token()).toEqual(token)
  server.expireAll()
  expect(await call(server, restarted)).toBe(200)
  expect(await call(server, authorization)).toBe(200)
  expect(server.counts).toEqual({ refreshes: 1, replays: 0, reuses: 0 })
})
