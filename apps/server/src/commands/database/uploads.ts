import {
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/** The folder of uploads that belongs to a database file, whether that is the database or a backup. */
export function uploadsOf(file: string): string {
  return `${file}.files`
}

/** The folder of incomplete uploads, which are not copied. */
const INCOMING = 'incoming'

/**
 * Copies uploads into a new folder, also while a server runs: files never change,
 * and files that are deleted meanwhile are skipped.
 * @param linked whether they are further names of the same files, where the disk is the same
 * @returns the number of files; 0, and no folder, if there are none
 */
export function copyUploads(from: string, to: string, linked = false): number {
  let copied = 0
  for (const shard of existsSync(from) ? readdirSync(from) : []) {
    if (shard === INCOMING) continue
    const names = readdirSync(join(from, shard))
    if (names.length > 0) mkdirSync(join(to, shard), { recursive: true, mode: 0o700 })
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

/** Moves a folder, also to another disk. */
export function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    cpSync(from, to, { recursive: true })
    rmSync(from, { recursive: true })
  }
}
