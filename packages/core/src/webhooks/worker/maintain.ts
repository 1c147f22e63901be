import type { Context } from '../../context.ts'
import { fanOutSome } from '../events/fan-out/fan-out.ts'
import { createRecoveries } from './recover.ts'
import { FIRST_PROMOTED, promoteWaiting } from './waiting/promote.ts'
import { releaseHeld } from './waiting/release.ts'

/**
 * The maintenance of deliveries, in short steps, so that other writers do not wait. Workspaces take turns in each.
 * @returns a function that runs a step of each, and returns whether there may be more
 */
export function createMaintenance(context: Context): () => Promise<boolean> {
  const { write } = context.store
  const recoverSome = createRecoveries(context)
  /** The workspaces whose turns were last. */
  let fanOutTurn = ''
  let releaseTurn = ''
  let promoteTurns = FIRST_PROMOTED
  // Steps lost in a power cut are repeated.
  const passing = { lasting: false, planned: 'anew' } as const

  return async () => {
    const fannedOut = await write((tx) => fanOutSome(tx, fanOutTurn), passing)
    fanOutTurn = fannedOut ?? ''
    const promoted = await write((tx) => promoteWaiting(tx, promoteTurns), passing)
    promoteTurns = promoted.turns
    const released = await write((tx) => releaseHeld(tx, releaseTurn), passing)
    releaseTurn = released.last
    const hasRecovered = await recoverSome()
    return fannedOut !== undefined || promoted.more || released.more || hasRecovered
  }
}
