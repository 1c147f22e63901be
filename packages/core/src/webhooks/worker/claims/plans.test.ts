import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../../test/instance.ts'
import { newId } from '../../../ids.ts'
import type { DeliveryOutcome } from '../../delivery.ts'
import { writeOutcomes } from './claims.ts'

const ROUNDS = 12

let instance: Instance
beforeEach(async () => {
  instance = await openInstance('postgres')
})
afterEach(() => instance.close())

test('recording outcomes uses a plan for the current table sizes, not one from empty tables', async () => {
  const plans = await instance.handrail.database.write(
    async (tx) => {
      for (let round = 0; round < ROUNDS; round++) await writeOutcomes(tx, [outcomeAt(tx.time)])
      return tx.connection.rows(
        `select generic_plans::integer, custom_plans::integer from pg_prepared_statements
        where statement like 'with s as%update webhook_deliveries d set status = s.status%'`,
        [],
      )
    },
    { planned: 'anew' },
  )
  expect(plans).toEqual([{ generic_plans: 0, custom_plans: ROUNDS }])
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
