import type pg from 'pg'
import { openPostgres } from './open.postgres.ts'
import type { Place } from './place.postgres.ts'
import { cannotUsePostgres } from './unusable.postgres.ts'

/** Works with a database on one connection, and closes it. @throws AppError that names the address, if it cannot be used */
export async function onPostgres<T>(place: Place, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { database, pool } = openPostgres(place, 1)
  try {
    return await work(pool)
  } catch (error) {
    throw cannotUsePostgres(place, error)
  } finally {
    await database.close()
  }
}
