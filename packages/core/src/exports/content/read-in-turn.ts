import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'

/**
 * A batch of what is exported. Workspaces take turns at that, however many exports each of them has under way, and after each as
 * much time belongs to everybody else; who downloads slowly holds no turn.
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
