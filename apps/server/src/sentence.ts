import { UnusablePostgres } from '@handrail/core/internal'
import type { Config } from './configuration/config.ts'

/** The sentence of an error; of a PostgreSQL database that cannot be used, with the setting that has its address. */
export function sentenceOf(error: unknown, { databaseSetting }: Pick<Config, 'databaseSetting'>): string {
  if (error instanceof UnusablePostgres) return error.from(databaseSetting)
  return error instanceof Error ? error.message : String(error)
}
