import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { AppError } from '@handrail/core'
import { inspectDatabase } from '@handrail/core/internal'
import { Failure } from '../../failure.ts'

/** The key file of an SQLite file, whether that is the database or a backup. */
export function keyFileOf(file: string): string {
  return `${file}.key`
}

/** The files that SQLite keeps beside its database. */
export const COMPANIONS = ['-wal', '-shm'] as const

/**
 * Writes a file that only this user may read. It gets its name when it is complete and on disk.
 * @param write gets the name to write to
 */
export async function writePrivately(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  try {
    makePrivate(partial)
    await write(partial)
    sync(partial)
    renameSync(partial, file)
  } catch (error) {
    if (error instanceof Failure || error instanceof AppError) throw error
    throw new Failure(`Cannot write ${file}: ${error instanceof Error ? error.message : error}`)
  } finally {
    for (const ending of ['', ...COMPANIONS]) rmSync(`${partial}${ending}`, { force: true })
  }
}

/** @throws Failure if a database file is damaged; AppError if it is not one of Handrail, or too new */
export async function requireSound(file: string): Promise<void> {
  const { faults } = await inspectDatabase(file, { thorough: true })
  if (faults.length > 0) throw new Failure(`The database is damaged: ${faults[0]}`)
}

/** Makes an empty file that only this user may read, so that nobody else can while it is written. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

export function sync(file: string): void {
  const opened = openSync(file, 'r+')
  fsyncSync(opened)
  closeSync(opened)
}
