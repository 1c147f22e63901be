import { randomUUID } from 'node:crypto'
import type { Presence } from '../database.ts'
import type { RawSql } from '../dialect.ts'
import type { Place } from './place.postgres.ts'
import { stayConnected } from './stay-connected.postgres.ts'

/**
 * Holds an advisory lock (PostgreSQL 13.3.5) on a connection of its own, which goes with the process: others see at once that
 * it has ended, however that came about.
 */
export function holdPresence(place: Place): Presence {
  const id = randomUUID()
  const begun = Promise.withResolvers<void>()
  let isHeld = false
  const end = stayConnected(place, {
    name: 'handrail presence',
    async begin(client) {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [id])
      isHeld = true
      begun.resolve()
    },
    lost() {
      isHeld = false
    },
  })
  return {
    get heldId() {
      return isHeld ? id : null
    },
    begun: begun.promise,
    end,
  }
}

/** A lock of 64 bits is shown as two halves (PostgreSQL 54.12). */
const ENDED = `select id from unnest($1::text[]) as id
where not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtextextended(id, 0)
)`

/** Of processes that were present, those that are no more. */
export async function endedOnPostgres(connection: RawSql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await connection.rows<{ id: string }>(ENDED, [ids])).map(({ id }) => id))
}
