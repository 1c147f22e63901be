import type { Tx } from '../../storage/database.ts'
import type { Slots } from './claims/slots/slots.ts'
import type { Speed } from './health/endpoint-row.ts'
import { writeSpeeds } from './health/endpoints.ts'
import type { CompletedAttempt } from './record-outcomes.ts'

/** Smaller changes are not stored, which would otherwise happen with every delivery. */
const FACTOR = 3
/** Maximum number of endpoints whose stored value is cached. */
const REMEMBERED = 10_000
/** Below this, all count as fast. */
const FLOOR_MS = 100

/** Stores the response times of endpoints, so that a new process knows the fast ones. */
export function createSpeeds(places: Slots) {
  /** The last stored value by endpoint. */
  const written = new Map<string, number>()

  return async (tx: Tx, settled: readonly CompletedAttempt[]): Promise<void> => {
    const changed = new Map<string, Speed>()
    for (const { job } of settled) {
      const { workspace_id, id, answer_ms } = job.endpoint
      const average = places.averageOf({ endpoint_id: id })
      const last = written.get(id) ?? answer_ms
      if (average !== undefined && isOther(last, average)) changed.set(id, { workspace_id, id, answer_ms: average })
    }
    if (changed.size === 0) return
    // Those of the others are stored after a later delivery.
    const locked = await tx.connection.dialect.tryLockRecords(tx.connection, [...changed.keys()])
    const speeds = [...changed.values()].filter(({ id }) => locked.has(id))
    await writeSpeeds(tx, speeds)
    tx.afterCommit(() => {
      if (written.size > REMEMBERED) written.clear()
      for (const { id, answer_ms } of speeds) written.set(id, answer_ms)
    })
  }
}

function isOther(last: number | null, average: number): boolean {
  if (last === null) return true
  const [one, other] = [Math.max(last, FLOOR_MS), Math.max(average, FLOOR_MS)]
  return Math.max(one, other) > FACTOR * Math.min(one, other)
}
