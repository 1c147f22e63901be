import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { newId } from '../../../ids.ts'
import type { WriteOptions } from '../../../storage/database.ts'
import type { DeliveryOutcome } from '../../delivery.ts'
import { writeOutcomes } from './claims.ts'

const ROUNDS = 12

let instance: Instance
beforeEach(async () => {
  instance = await openInstance('postgres', { poolSize: 1 })
})
afterEach(() => instance.close())

test('recording outcomes uses a plan for the current table sizes, not one from empty tables', async () => {
  const { write } = instance.handrail.database
  const record = (options: WriteOptions) =>
    write(async (tx) => {
      for (let round = 0; round < ROUNDS; round++) await writeOutcomes(tx, [outcomeAt(tx.time)])
      const plans =
        "select generic_plans > 0 as is_kept from pg_prepared_statements where name <> '' and statement like 'with s as%'"
      return tx.connection.rows(plans, [])
    }, options)
  expect(await record({ planned: 'anew' })).toEqual([])
  // Other transactions keep it.
  expect(await record({})).toEqual([{ is_kept: true }])
})

/** An outcome of a deleted delivery. */
function outcomeAt(at: string): DeliveryOutcome {
  return {
    workspace_id: instance.acme.context.caller.workspace_id,
    id: newId(),
    attempts: 1,
    held_until: at,
    status: 'succeeded',
    response_status: 200,
    response_headers: {},
    response_body: '',
    error: null,
    duration_ms: 1,
    next_attempt_at: null,
    waiting_for: null,
    delivered_at: at,
    updated_at: at,
    attempt_id: newId(),
    started_at: at,
    address: null,
    request: { url: 'https://receiver.example.com/', headers: {}, payload: 'full' },
  }
}
