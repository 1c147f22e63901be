import type { Database } from './database.ts'
import { migratePostgres, pendingOnPostgres } from './migrate/migrate.postgres.ts'
import type { OpenOptions } from './open-options.ts'
import { onPostgres } from './postgres/once.postgres.ts'
import { openPostgres } from './postgres/open.postgres.ts'
import { type Place, placeOf } from './postgres/place.postgres.ts'
import { cannotUsePostgres } from './postgres/unusable.postgres.ts'

/** @throws AppError `unavailable` that names the address, if the database cannot be used */
export async function openOnPostgres(options: OpenOptions): Promise<Database> {
  const { database: given, poolSize, pooler, now, beforeMigrations } = options
  const place = placeOf(given, pooler)
  const { database, pool } = openPostgres(place, poolSize, now)
  try {
    if ((await pendingOnPostgres(pool)).length > 0) await migratePostgres(place, beforeMigrations)
    return database
  } catch (error) {
    await database.close()
    throw cannotUsePostgres(place, error)
  }
}

/** The migrations that opening would apply. */
export function pendingAt(place: Place): Promise<string[]> {
  return onPostgres(place, pendingOnPostgres)
}
