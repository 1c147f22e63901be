import { setTimeout as sleep } from 'node:timers/promises'
import { pendingMigrations } from '@handrail/core'
import type { Config } from '../../configuration/config.ts'

/** How long a server of PostgreSQL has for an answer before it is said to give none. */
const ANSWER_MS = 1000

/** The preparation takes a moment, and nothing is wrong. */
export const PREPARING = 'the database is being prepared'

/** Why opening the database takes longer than usual: its server may not answer, and otherwise it is about what is done with it. */
export async function slowReason({ databaseUrl }: Config): Promise<string> {
  if (databaseUrl === undefined) return PREPARING
  const answer = pendingMigrations(databaseUrl).then(
    () => PREPARING,
    () => undefined,
  )
  const reason = await Promise.race([answer, sleep(ANSWER_MS, undefined, { ref: false })])
  return reason ?? 'the database does not answer yet'
}
