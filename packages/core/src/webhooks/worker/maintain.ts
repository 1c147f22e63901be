import type { Context } from '../../context.ts'
import { fanOutSome } from '../events/fan-out/fan-out.ts'
import { createRecoveries } from './recover.ts'
import { FIRST_PROMOTED, promoteWaiting } from './waiting/promote.ts'
import { releaseHeld } from './waiting/release.ts'

/**
 * What is done beside the sending, in steps of their own, so that nobody who writes waits for all of them. Workspaces take
 * turns in each.
 * @returns does a step of each, and answers whether there may be more
 */
export function createMaintenance(context: Context): () => Promise<boolean> {
  const { write } = context.store
  const recoverSome = createRecoveries(context)
  /** The workspaces whose turns were last. */
  let fanOutTurn = ''
  let releaseTurn = ''
  let promoteTurns = FIRST_PROMOTED
  // What a power cut undoes of it is done again.
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
