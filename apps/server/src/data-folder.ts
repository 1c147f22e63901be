import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isFullDisk } from '@handrail/core/internal'
import type { Config } from './configuration/config.ts'
import { Failure } from './failure.ts'

/** For commands that need existing data. */
export function requireDatabase({ database, databaseUrl }: Config): void {
  if (databaseUrl !== undefined || existsSync(database)) return
  throw new Failure(`There is no database at ${database}. Start Handrail once, or set the folder with --data`)
}

/** Makes the data folder, which only this user may open. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(resolve(folder))
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (isFullDisk(error))
      throw new Failure(`The data folder ${folder} cannot be used: its disk is full. Free space on it`)
    throw new Failure(
      `The data folder ${folder} cannot be used: ${reason}. Make it accessible to this user, or choose another with --data`,
    )
  }
}

/**
 * Makes a folder with its parents, which only this user may open. Node's own `recursive` never returns on file systems such as /proc, which
 * claim that an existing parent is missing, and tells of a read-only disk that a parent is missing.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
