/** Lets those who share something wait for their turn, so that no workspace waits for another that has much to do. */
export interface Turns {
  /** Does work of a workspace when it is its turn. Of one workspace no two at a time. */
  take<T>(workspace_id: string, work: () => Promise<T>): Promise<T>
}

/** @param atOnce how many workspaces may be at it at a time */
export function createTurns(atOnce: number): Turns {
  /** What waits, by workspace, in the order in which they have their turns: a workspace that had one goes behind the others. */
  const waiting = new Map<string, (() => void)[]>()
  const working = new Set<string>()

  function next(): void {
    for (const [workspace_id, [first, ...others]] of waiting) {
      if (working.size >= atOnce) return
      if (!first || working.has(workspace_id)) continue
      waiting.delete(workspace_id)
      if (others.length > 0) waiting.set(workspace_id, others)
      working.add(workspace_id)
      first()
    }
  }

  return {
    async take(workspace_id, work) {
      await new Promise<void>((resolve) => {
        waiting.set(workspace_id, [...(waiting.get(workspace_id) ?? []), resolve])
        next()
      })
      try {
        return await work()
      } finally {
        working.delete(workspace_id)
        next()
      }
    },
  }
}
