import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDeadEndpoints } from '../../../../test/data/dead-endpoints.ts'
import { ENGINES, type Instance, openInstance } from '../../../../test/instance.ts'
import { newId } from '../../../ids.ts'
import type { Bound } from '../../../index.ts'
import { later } from '../../../times.ts'
import { claimDeliveries } from './claims.ts'
import { FIRST_TURN } from './turns.ts'

const ROOM = 64
/** Maximum number of endpoints of unknown speed per claim. */
const UNPROVEN = 128
const LEASE_MS = 60_000
const FAILING = { failing_since: '2026-01-01T00:00:00.000Z' }

describe.each(ENGINES)('fairness of claims on %s', (engine) => {
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

  /** @returns the deliveries of one claim, given the slots and the fast endpoints */
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
    'beside many deliveries of %s, another workspace gets half of each claim',
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

  test('failing endpoints get a quarter of a claim beside healthy ones, otherwise all of it', async () => {
    await endpoints(instance.acme, 200, FAILING)
    await endpoints(instance.other, 48)
    const ofOther = (await claim()).filter(({ workspace_id }) => workspace_id === workspaceOf(instance.other))
    expect(ofOther).toHaveLength((ROOM * 3) / 4)
    const left = []
    for (let some = await claim(); some.length > 0; some = await claim()) left.push(...some)
    expect(new Set(left.map(({ endpoint_id }) => endpoint_id)).size).toBe(200 - ROOM / 4)
  })

  test('beside failing endpoints of many workspaces, one claim takes all healthy deliveries', async () => {
    await endpoints(instance.other, ROOM / 2)
    for (let workspace = 0; workspace < ROOM - 10; workspace++)
      await endpoints(instance.acme, 1, { ...FAILING, workspace_id: newId() })
    await endpoints(instance.other, ROOM / 4)
    const taken = await claim()
    const ofOther = taken.filter(({ workspace_id }) => workspace_id === workspaceOf(instance.other))
    expect([taken.length, ofOther.length]).toEqual([ROOM, (ROOM * 3) / 4])
  })

  test('a claim takes a share of endpoints of unknown speed, and all deliveries of fast ones', async () => {
    await endpoints(instance.acme, 300)
    await endpoints(instance.other, 200)
    const isProven = ({ workspace_id }: { workspace_id: string }) => workspace_id === workspaceOf(instance.other)
    const taken = await claim(8, { limit: 384, slow: 384, isProven })
    expect(taken.filter(isProven)).toHaveLength(200)
    expect(taken).toHaveLength(200 + UNPROVEN)
    expect(await claim(8, { limit: 384, slow: 384, isProven })).toHaveLength(UNPROVEN)
  })

  test('beside failing endpoints, healthy ones are claimed even if few slots are free', async () => {
    await endpoints(instance.acme, 200, FAILING)
    await endpoints(instance.other, 60)
    expect(await claim(1, { limit: 128, slow: 64 })).toHaveLength(64 / 4 + 60)
  })

  test('successive claims reach every endpoint once per round', async () => {
    await endpoints(instance.acme, 150)
    await endpoints(instance.other, 100)
    const taken = []
    for (let some = await claim(); some.length > 0; some = await claim()) taken.push(...some)
    expect(new Set(taken.map(({ endpoint_id }) => endpoint_id)).size).toBe(250)
    expect(taken).toHaveLength(250)
  })

  test('a claim skips closed endpoints of any number, and the next one continues after them', async () => {
    await endpoints(instance.acme, 300)
    expect(await claim(0)).toEqual([])
    expect(await claim()).toHaveLength(ROOM)
  })
})
