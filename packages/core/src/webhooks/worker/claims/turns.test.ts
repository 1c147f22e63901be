import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDeadEndpoints } from '../../../../test/data/dead-endpoints.ts'
import { ENGINES, type Instance, openInstance } from '../../../../test/instance.ts'
import { newId } from '../../../ids.ts'
import type { Bound } from '../../../index.ts'
import { later } from '../../../times.ts'
import { claimDeliveries } from './claims.ts'
import { FIRST_TURN } from './turns.ts'

const ROOM = 64
/** Of those that are not known to answer fast, in one claim. */
const UNPROVEN = 128
const LEASE_MS = 60_000
const FAILING = { failing_since: '2026-01-01T00:00:00.000Z' }

describe.each(ENGINES)('turns on %s', (engine) => {
  let instance: Instance
  let turns = FIRST_TURN
  beforeEach(async () => {
    instance = await openInstance(engine)
    turns = FIRST_TURN
  })
  afterEach(() => instance.close())

  const endpoints = (bound: Bound, count: number, more: { workspace_id?: string; failing_since?: string } = {}) =>
    addDeadEndpoints(instance, bound, {
      ...more,
      status: 'enabled',
      open_until: null,
      count,
      url: 'https://receiver.example.com/',
    })
  const workspaceOf = ({ context }: Bound) => context.caller.workspace_id

  /** @returns what one claim takes, where an endpoint has places for as many, and which are known to answer fast */
  async function claim(
    places = 8,
    { limit = ROOM, slow = ROOM, isProven = (_: { workspace_id: string }): boolean => true } = {},
  ) {
    const { deliveries, turns: next } = await instance.handrail.database.write((tx) =>
      claimDeliveries(tx, {
        turns,
        lease_until: later(tx.time, LEASE_MS),
        leased_by: newId(),
        limit,
        slow,
        capacityOf: () => places,
        isProven,
      }),
    )
    turns = next
    return deliveries
  }

  test.each(['acme', 'other'] as const)(
    'beside the many of %s, another workspace has half of each claim',
    async (crowded) => {
      const quiet = crowded === 'acme' ? 'other' : 'acme'
      await endpoints(instance[crowded], 1000)
      for (let round = 0; round < 4; round++) {
        await endpoints(instance[quiet], ROOM / 2)
        const taken = await claim()
        const ofQuiet = taken.filter(({ workspace_id }) => workspace_id === workspaceOf(instance[quiet]))
        expect([taken.length, ofQuiet.length]).toEqual([ROOM, ROOM / 2])
      }
    },
  )

  test('those that failed have a quarter of a claim where others have something ready, and all of it elsewhere', async () => {
    await endpoints(instance.acme, 200, FAILING)
    await endpoints(instance.other, 48)
    const ofOther = (await claim()).filter(({ workspace_id }) => workspace_id === workspaceOf(instance.other))
    expect(ofOther).toHaveLength((ROOM * 3) / 4)
    const left = []
    for (let some = await claim(); some.length > 0; some = await claim()) left.push(...some)
    expect(new Set(left.map(({ endpoint_id }) => endpoint_id)).size).toBe(200 - ROOM / 4)
  })

  test('beside those that failed in many workspaces, one claim takes all that works', async () => {
    await endpoints(instance.other, ROOM / 2)
    for (let workspace = 0; workspace < ROOM - 10; workspace++)
      await endpoints(instance.acme, 1, { ...FAILING, workspace_id: newId() })
    await endpoints(instance.other, ROOM / 4)
    const taken = await claim()
    const ofOther = taken.filter(({ workspace_id }) => workspace_id === workspaceOf(instance.other))
    expect([taken.length, ofOther.length]).toEqual([ROOM, (ROOM * 3) / 4])
  })

  test('of those that are not known to answer fast a claim takes a part, and all that there is of others', async () => {
    await endpoints(instance.acme, 300)
    await endpoints(instance.other, 200)
    const isProven = ({ workspace_id }: { workspace_id: string }) => workspace_id === workspaceOf(instance.other)
    const taken = await claim(8, { limit: 384, slow: 384, isProven })
    expect(taken.filter(isProven)).toHaveLength(200)
    expect(taken).toHaveLength(200 + UNPROVEN)
    expect(await claim(8, { limit: 384, slow: 384, isProven })).toHaveLength(UNPROVEN)
  })

  test('beside those that failed, all that answers has its place where little else may be taken', async () => {
    await endpoints(instance.acme, 200, FAILING)
    await endpoints(instance.other, 60)
    expect(await claim(1, { limit: 128, slow: 64 })).toHaveLength(64 / 4 + 60)
  })

  test('claims come to every endpoint, and to each once', async () => {
    await endpoints(instance.acme, 150)
    await endpoints(instance.other, 100)
    const taken = []
    for (let some = await claim(); some.length > 0; some = await claim()) taken.push(...some)
    expect(new Set(taken.map(({ endpoint_id }) => endpoint_id)).size).toBe(250)
    expect(taken).toHaveLength(250)
  })

  test('a claim passes by those that nothing may be sent to, however many they are, and begins behind them next', async () => {
    await endpoints(instance.acme, 300)
    expect(await claim(0)).toEqual([])
    expect(await claim()).toHaveLength(ROOM)
  })
})
