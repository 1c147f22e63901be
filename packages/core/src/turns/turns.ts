/** Turns for a shared resource, so that no workspace waits for the amount of work of another. */
export interface Turns {
  /** Runs work in turn of a workspace. A workspace has one work at a time. */
  take<T>(workspace_id: string, work: () => Promise<T>): Promise<T>
}

/** @param atOnce maximum number of workspaces at a time */
export function createTurns(atOnce: number): Turns {
  /** The waiting work by workspace, in the order of turns: a workspace moves to the end after its turn. */
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
