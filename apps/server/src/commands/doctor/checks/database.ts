import { existsSync } from 'node:fs'
import {
  type Inspection,
  inspectDatabase,
  knownSecretsOf,
  missingSecret,
  verifyInstanceSecret,
} from '@handrail/core/internal'
import type { Config } from '../../../configuration/config.ts'
import { sentenceOf } from '../../../sentence.ts'
import { keyFileOf } from '../../database/files.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'

/** The inspection of the database, or the reason why it failed. */
export type Inspected = { inspection: Inspection; error?: undefined } | { inspection?: undefined; error: unknown }

export async function inspect({ database }: Config): Promise<Inspected> {
  return inspectDatabase(database).then(
    (inspection) => ({ inspection }),
    (error) => ({ error }),
  )
}

export function checkDatabase(config: Config, { inspection, error }: Inspected): Finding {
  const { database, databaseUrl } = config
  if (databaseUrl === undefined && !existsSync(database))
    return warn('There is no database yet: the first start creates it')
  if (!inspection) return fail(sentenceOf(error, config))
  const { engine, pending, faults } = inspection
  if (faults.length > 0) return fail(`The database is damaged: ${faults[0]}. Restore a backup`)
  const name = engine === 'sqlite' ? `The SQLite database ${database}` : 'The PostgreSQL database'
  if (pending.length > 0) return warn(`${name} is sound; migrations wait for the next start: ${pending.join(', ')}`)
  return ok(`${name} is sound and up to date`)
}

const MEBIBYTE = 2 ** 20
/** Less free space is not mentioned. */
const MUCH_FREE = 100 * MEBIBYTE

/** The size of the database. */
export function checkSize({ database, eventDays }: Config, { inspection }: Inspected): Finding {
  const size = inspection?.size
  if (!size) return ok(`Events and deliveries are kept for ${eventDays} days`)
  const mebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`
  const free = size.free > MUCH_FREE ? `, of which ${mebibytes(size.free)} are free` : ''
  const says = `The database takes ${mebibytes(size.whole)}${free}. Events and deliveries are kept for ${eventDays} days`
  if (size.shrinks || size.free <= MUCH_FREE) return ok(says)
  return warn(
    `${says}. The file was created by an earlier release and does not shrink automatically. To change that, stop Handrail and run: sqlite3 ${database} "pragma auto_vacuum = incremental; vacuum"`,
  )
}

/** Whether the secret is the one that the database was written with. */
export async function checkSecret(config: Config, { inspection }: Inspected): Promise<Finding> {
  const { database, databaseUrl, secret, previousSecret } = config
  try {
    if (inspection && verifyInstanceSecret(config, inspection) === false)
      return fail(`${sourceOf(config)} is not the key of this database: restore the right one`)
  } catch (error) {
    return fail(reasonOf(error))
  }
  if (inspection?.isRotating)
    return warn('A change of the key is unfinished: keep both keys, and run handrail rotate-key to finish it')
  if (previousSecret !== undefined)
    return warn(
      'HANDRAIL_SECRET_PREVIOUS is set: run handrail rotate-key, and unset it when that says that everything is encrypted with HANDRAIL_SECRET',
    )
  if (secret !== undefined) return ok('The secret comes from HANDRAIL_SECRET')
  const file = keyFileOf(database)
  if (existsSync(file))
    return knownSecretsOf(config).length > 1
      ? warn(`${file} has two keys: run handrail rotate-key to finish the change of the key`)
      : ok(`The secret is in ${file}: back it up together with the database`)
  if (databaseUrl === undefined && existsSync(database)) return fail(await missingSecret(database))
  return ok('The secret is created together with the database')
}

function sourceOf({ database, secret }: Config): string {
  return secret === undefined ? `The secret in ${keyFileOf(database)}` : 'HANDRAIL_SECRET'
}
