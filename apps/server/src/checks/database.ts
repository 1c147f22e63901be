import { existsSync } from 'node:fs'
import { inspectDatabase, isRightSecret } from '@handrail/core'
import type { Config } from '../config.ts'
import { keyFileOf } from '../files.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'

export async function checkDatabase({ database, databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl === undefined && !existsSync(database))
    return warn('There is no database yet: it is made at the first start')
  try {
    const { engine, pending, faults } = await inspectDatabase(database)
    if (faults.length > 0) return fail(`The database is damaged: ${faults[0]}. Restore a backup`)
    const name = engine === 'sqlite' ? `The SQLite database ${database}` : 'The PostgreSQL database'
    if (pending.length > 0) return warn(`${name} is sound; migrations wait for the next start: ${pending.join(', ')}`)
    return ok(`${name} is sound and up to date`)
  } catch (error) {
    return fail(reasonOf(error))
  }
}

/** What is sealed in a database can be read with one secret alone. */
export async function checkSecret(config: Config): Promise<Finding> {
  const { database, databaseUrl, secret } = config
  // What keeps it from being read is told of by its own check.
  const inspection = await inspectDatabase(database).catch(() => undefined)
  try {
    if (inspection && isRightSecret(config, inspection) === false)
      return fail(`${sourceOf(config)} is not the one that the database was written with: put that one back`)
  } catch (error) {
    return fail(reasonOf(error))
  }
  if (secret !== undefined) return ok('The secret comes from HANDRAIL_SECRET')
  const file = keyFileOf(database)
  if (existsSync(file)) return ok(`The secret is in ${file}: back it up together with the database`)
  if (databaseUrl === undefined && existsSync(database))
    return fail(`The key file ${file} is missing: put it back from a backup, or set HANDRAIL_SECRET`)
  return ok('The secret will be made together with the database')
}

function sourceOf({ database, secret }: Config): string {
  return secret === undefined ? `The secret in ${keyFileOf(database)}` : 'HANDRAIL_SECRET'
}
