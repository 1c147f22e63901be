import { desc, isNotNull } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { CANARY, type KeySource } from './key-rows.ts'
import type { Sealer } from './seal.ts'

const TEXT = 'sealed with the secret of this instance'
/** Maximum number of encrypted texts that are tried in a database without a canary. */
const TRIED = 20

/** Whether a canary was encrypted with this secret. */
export function opens(sealer: Pick<Sealer, 'open'>, sealed: string): boolean {
  try {
    sealer.open(sealed)
    return true
  } catch {
    // Encrypted with another secret, or damaged.
    return false
  }
}

/** What the database keeps about its secret, by name: see key-rows.ts. */
export async function readKeyRows({ db, tables: { canaries } }: Reader): Promise<Map<string, string>> {
  const rows = await db.select().from(canaries)
  return new Map(rows.map(({ name, sealed }) => [name, sealed]))
}

/**
 * Marks a database with its secret: of several processes that start together, one does.
 * @returns the rows that are stored; undefined if data is encrypted with none of the secrets
 */
export async function leaveCanary(
  tx: Tx,
  sealers: readonly [Sealer, ...Sealer[]],
): Promise<Map<string, string> | undefined> {
  const samples = await sealedTexts(tx)
  const right =
    samples.length === 0 ? sealers[0] : sealers.find((sealer) => samples.some((sealed) => opens(sealer, sealed)))
  if (!right) return undefined
  const { canaries } = tx.tables
  await tx.db
    .insert(canaries)
    .values({ name: CANARY, sealed: right.seal(TEXT) })
    .onConflictDoNothing()
  return readKeyRows(tx)
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

const WRONG = 'The secret differs from the one that encrypted data in this database'

/** @param given where the secrets came from @param recorded where that of the database came from, if it is known */
export function wrongSecret(given: KeySource, recorded: KeySource | undefined): AppError {
  const remedy = REMEDIES[given][recorded ?? 'unknown']
  return new AppError('unavailable', `${WRONG}. ${remedy}`)
}

const CHANGE =
  'To change it, set the former one as HANDRAIL_SECRET_PREVIOUS beside the new HANDRAIL_SECRET, and run handrail rotate-key'
const PUT_BACK = 'Put the key file of this database back'

const REMEDIES: Readonly<Record<KeySource, Readonly<Record<KeySource | 'unknown', string>>>> = {
  setting: {
    setting: `Set HANDRAIL_SECRET to the value that it had before. ${CHANGE}`,
    file: 'It was encrypted with its key file: unset HANDRAIL_SECRET, or set it to the text in that file',
    unknown: `Set HANDRAIL_SECRET to the value that it had before. ${CHANGE}`,
  },
  file: {
    setting: 'It was encrypted with HANDRAIL_SECRET, which is not set: set it to the value that it had before',
    file: `${PUT_BACK}: the one beside the database is of another`,
    unknown: `${PUT_BACK}: the one beside the database is of another. If this instance had a HANDRAIL_SECRET, set that`,
  },
}
