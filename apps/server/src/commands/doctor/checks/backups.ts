import type { Config } from '../../../configuration/config.ts'
import { millisecondsOf } from '../../../configuration/interval.ts'
import { requireBackups } from '../../serve/backups.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'
import type { Inspected } from './database.ts'

/** Whether the service can make its backups, and how the last attempt ended, whoever made it. */
export async function checkBackups(config: Config, { inspection }: Inspected): Promise<Finding> {
  const { backupTo, backupEvery } = config
  try {
    await requireBackups(config)
  } catch (error) {
    return fail(`Backups cannot be made. ${reasonOf(error)}`)
  }
  const last = inspection?.backup
  if (last === undefined)
    return warn('No backup is recorded. Set HANDRAIL_BACKUP_TO, or run handrail backup every night')
  const { at, to, file, failure } = last
  if (failure !== undefined) return fail(`The backup to ${to} failed at ${at}. ${failure}`)
  const late = backupTo !== undefined && Date.now() - Date.parse(at) > 2 * millisecondsOf(backupEvery)
  const says = `The last backup, ${file}, was made at ${at}`
  return late ? warn(`${says}, and one is due every ${backupEvery}. Does the service run?`) : ok(says)
}
