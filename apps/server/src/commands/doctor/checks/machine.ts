import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../../configuration/config.ts'
import { COMPANIONS } from '../../database/files.ts'
import { clockDifference, type Finding, fail, MAX_SKEW_MS, ok, reasonOf, warn } from './check.ts'
import type { Inspected } from './database.ts'

const GIBIBYTE = 2 ** 30
/** A clock that shows an earlier time than this release is wrong. */
const RELEASED = Date.parse('2026-01-01T00:00:00Z')

export function checkNode(): Finding {
  return ok(`Node ${process.versions.node} on ${process.platform} ${process.arch}`)
}

/** A file that was last written in the future shows that the clock was set back; PostgreSQL has a clock of its own. */
export function checkClock({ database }: Config, { inspection }: Inspected): Finding {
  const now = Date.now()
  const time = new Date(now).toISOString()
  if (now < RELEASED) return fail(`The clock shows ${time}. Set it, for example with NTP`)
  const differs = clockDifference(-(inspection?.clock ?? 0), 'that of the PostgreSQL database')
  if (differs) return warn(differs)
  const written = existsSync(database) ? statSync(database).mtimeMs : 0
  if (written > now + MAX_SKEW_MS)
    return warn(`The clock shows ${time}, but the database was written later. Was the clock set back?`)
  return ok(`The clock shows ${time}`)
}

export function checkFolder({ data, databaseUrl }: Config): Finding {
  if (databaseUrl !== undefined) return ok('No data folder is needed with PostgreSQL')
  if (!existsSync(data)) return ok(`The data folder ${data} is created at the first start`)
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return fail(`The data folder ${data} cannot be used: ${reasonOf(error)}`)
  }
  const mode = statSync(data).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warn(
      `Other users of this machine may be able to read ${data} (mode ${mode.toString(8)}). Run: chmod 700 ${data}`,
    )
  return ok(`The data folder ${data} is readable by this user only`)
}

/** A server of one user cannot use what belongs to another, or what another has made beside it meanwhile. */
export function checkOwner({ database, databaseUrl }: Config): Finding {
  const user = process.getuid?.()
  if (databaseUrl !== undefined || user === undefined || !existsSync(database))
    return ok('There is no database file that could belong to another user')
  const files = ['', ...COMPANIONS, '.key', '.lock']
    .map((ending) => database + ending)
    .filter((file) => existsSync(file))
  const foreign = files.filter((file) => statSync(file).uid !== user)
  const [first] = foreign
  if (first === undefined) return ok("The database's files belong to this user")
  return warn(
    `${first} belongs to user ${statSync(first).uid}, and this is user ${user}. Run Handrail as one user, or change the owner: chown ${user} ${foreign.join(' ')}`,
  )
}

export function checkDisk({ data, databaseUrl }: Config): Finding {
  if (databaseUrl !== undefined) return ok('The data is on the disk of PostgreSQL')
  const { bavail, bsize } = statfsSync(existing(resolve(data)))
  const free = (bavail * bsize) / GIBIBYTE
  const says = `${free.toFixed(1)} GiB are free on the disk of ${data}`
  if (free < 0.1) return fail(`${says}. Free up space: writes will fail soon`)
  return free < 1 ? warn(`${says}. Free up space soon`) : ok(says)
}

function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}
