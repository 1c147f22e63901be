import { closeSync, constants, copyFileSync, existsSync, fsyncSync, linkSync, openSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../data-folder.ts'

/** The folder of uploads that belongs to a database file, whether that is the database or a backup. */
export function uploadsOf(file: string): string {
  return `${file}.files`
}

/** A folder of uploads. Beside those are incomplete ones, which are not copied, and at the root of a disk those of its file system. */
const SHARD = /^[0-9a-f]{2}$/

/** The folders of uploads in one of all. */
export function shardsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => SHARD.test(name)) : []
}

/**
 * Copies uploads into a new folder, also while a server runs: files never change,
 * and files that are deleted meanwhile are skipped.
 * @param linked whether they are further names of the same files, where the disk is the same
 * @returns the number of files; 0, and no folder, if there are none
 */
export function copyUploads(from: string, to: string, linked = false): number {
  let copied = 0
  for (const shard of shardsIn(from)) {
    const names = readdirSync(join(from, shard))
    if (names.length > 0) makeFolder(resolve(to, shard))
    for (const name of names) if (copy(join(from, shard, name), join(to, shard, name), linked)) copied++
    if (names.length > 0) sync(join(to, shard))
  }
  return copied
}

function copy(from: string, to: string, linked: boolean): boolean {
  try {
    if (linked && isLinked(from, to)) return true
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  sync(to)
  return true
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    // Another disk, or a file system without links: it is copied.
    return false
  }
}

function sync(path: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
