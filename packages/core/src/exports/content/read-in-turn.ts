import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'

/**
 * Reads a batch of an export. Workspaces take turns, regardless of their number of exports, and other work gets as
 * much time after each batch; a slow download does not occupy a turn.
 */
export function readInTurn<T>(
  { exportTurns, caller }: Pick<Context, 'exportTurns' | 'caller'>,
  read: () => Promise<T>,
) {
  return exportTurns.take(caller.workspace_id, async () => {
    const began = performance.now()
    const batch = await read()
    await sleep(performance.now() - began)
    return batch
  })
}
