import type { Tx } from '../../../storage/database.ts'
import { deliveriesDue } from '../../channel.ts'
import * as postgres from './waiting.postgres.ts'
import * as sqlite from './waiting.sqlite.ts'

const ENGINES = { sqlite, postgres }
/** Rows of one step: nobody who writes meanwhile waits for more than these. */
export const STEP = 500

function engineOf({ connection }: Tx) {
  return ENGINES[connection.dialect.engine]
}

/**
 * Makes ready what waited for the time of its attempt, the longest due first; or has it wait on, for an endpoint that is
 * not to be sent to. @returns whether there may be more
 */
export async function promote(tx: Tx): Promise<boolean> {
  const promoted = await engineOf(tx).promote(tx.connection, { now: tx.time, limit: STEP })
  if (promoted > 0) await tx.notify(deliveriesDue)
  return promoted === STEP
}

/** Takes some of what is ready for endpoints that are not to be sent to out of the way, until they are. */
export async function hold(tx: Tx, endpoints: readonly string[]): Promise<void> {
  await engineOf(tx).hold(tx.connection, endpoints, { now: tx.time, limit: STEP })
}

/** Makes ready what was held back for an endpoint, oldest first. @returns how many deliveries */
export async function letThrough(tx: Tx, endpoint_id: string, limit: number): Promise<number> {
  return engineOf(tx).letThrough(tx.connection, endpoint_id, limit)
}

/** Makes ready what an endpoint has put off before a time, however late its next attempt was to be. @returns how many */
export async function forward(tx: Tx, endpoint_id: string, before: string, limit: number): Promise<number> {
  return engineOf(tx).forward(tx.connection, endpoint_id, { now: tx.time, before, limit })
}
