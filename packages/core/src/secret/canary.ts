import { desc, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import type { Database, Reader, Tx } from '../storage/database.ts'
import type { Sealer } from './seal.ts'

/** The one canary. */
const CANARY = 'secret'
const TEXT = 'sealed with the secret of this instance'
/** Maximum number of encrypted texts that are tried in a database without a canary. */
const TRIED = 20

/** @throws AppError when the database was written with another secret: nothing sealed in it could be read */
export async function requireInstanceSecret(database: Database, sealer: Sealer): Promise<void> {
  const sealed = (await database.read(findCanary)) ?? (await database.write((tx) => leaveCanary(tx, sealer)))
  if (!opens(sealer, sealed)) throw wrongSecret()
}

/** Whether a canary was encrypted with this secret. */
export function opens(sealer: Sealer, sealed: string): boolean {
  try {
    return sealer.open(sealed) !== ''
  } catch {
    // Encrypted with another secret, or damaged.
    return false
  }
}

async function findCanary({ db, tables: { canaries } }: Reader): Promise<string | undefined> {
  const [canary] = await db.select().from(canaries).where(eq(canaries.name, CANARY))
  return canary?.sealed
}

/** @returns the stored canary: of several processes that start together, one writes it */
async function leaveCanary(tx: Tx, sealer: Sealer): Promise<string> {
  const samples = await sealedTexts(tx)
  if (samples.length > 0 && !samples.some((sealed) => opens(sealer, sealed))) throw wrongSecret()
  const sealed = sealer.seal(TEXT)
  await tx.db.insert(tx.tables.canaries).values({ name: CANARY, sealed }).onConflictDoNothing()
  return (await findCanary(tx)) ?? sealed
}

async function sealedTexts({ db, tables: { webhook_endpoints: endpoints, users } }: Reader): Promise<string[]> {
  const secrets = await db
    .select({ sealed: endpoints.sealed_secret })
    .from(endpoints)
    .orderBy(desc(endpoints.created_at))
    .limit(TRIED)
  const factors = await db
    .select({ sealed: users.sealed_totp_secret })
    .from(users)
    .where(isNotNull(users.sealed_totp_secret))
    .limit(TRIED)
  return [...secrets, ...factors].flatMap(({ sealed }) => sealed ?? [])
}

function wrongSecret(): AppError {
  return new AppError(
    'unavailable',
    'The secret differs from the one that encrypted data in this database. Restore that secret: the key file beside the database, or HANDRAIL_SECRET',
  )
}
