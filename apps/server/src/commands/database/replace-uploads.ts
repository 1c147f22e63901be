import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Moves } from './moves.ts'
import { shardsIn, uploadsOf } from './uploads.ts'

/**
 * The folder of uploads can be the root of a disk, or in a folder of another user: it stays, and what is in it is exchanged, within that
 * disk.
 */
const STAGED = 'restoring'
const KEPT = 'before-restore-'

/** Where uploads are made ready, on the disk on which they are put in place. */
export function stagedUploads(files: string): string {
  return join(files, STAGED)
}

/** Where uploads are kept that a restore replaces, if they cannot be moved beside the old database. */
export function keptUploads(files: string, time: string): string {
  return join(files, KEPT + time)
}

/**
 * Moves the uploads to the old database, or where that is on another disk to a folder in theirs, which a link beside the database names.
 * @param aside the new name of the old database
 * @returns where they are, or undefined if there were none
 */
export function moveUploadsAside(moves: Moves, files: string, aside: string, time: string): string | undefined {
  const shards = shardsIn(files)
  if (shards.length === 0) return undefined
  const kept = keptUploads(files, time)
  mkdirSync(kept, { mode: 0o700 })
  moves.onUndo(() => rmdirSync(kept))
  for (const shard of shards) moves.move(join(files, shard), join(kept, shard))
  try {
    moves.move(kept, uploadsOf(aside))
    return uploadsOf(aside)
  } catch (error) {
    if (!isOtherDisk(error)) throw error
    linkTo(kept, uploadsOf(aside))
    moves.onUndo(() => rmSync(uploadsOf(aside), { force: true }))
    return kept
  }
}

/** Puts uploads in place that are ready. */
export function moveUploadsIn(moves: Moves, files: string): void {
  for (const shard of shardsIn(stagedUploads(files))) moves.move(join(stagedUploads(files), shard), join(files, shard))
}

/** Returns uploads that a restore has moved aside which ended before it moved the database. */
export function returnUploads(database: string, files: string): void {
  const stem = `${basename(database).replace(/\.db$/, '')}.`
  const inside = entriesIn(files).filter((name) => name.startsWith(KEPT))
  const beside = entriesIn(dirname(database)).filter(
    (name) => name.startsWith(stem + KEPT) && name.endsWith('.db.files'),
  )
  const places = [
    ...inside.map((name) => ({ kept: join(files, name), time: name.slice(KEPT.length) })),
    ...beside.map((name) => ({
      kept: join(dirname(database), name),
      time: name.slice(stem.length + KEPT.length, -'.db.files'.length),
    })),
  ]
  for (const { kept, time } of places) {
    if (existsSync(join(dirname(database), `${stem}${KEPT}${time}.db`))) continue
    if (lstatSync(kept).isSymbolicLink()) {
      rmSync(kept)
      continue
    }
    for (const shard of shardsIn(kept))
      if (!existsSync(join(files, shard))) renameSync(join(kept, shard), join(files, shard))
    if (entriesIn(kept).length === 0) rmdirSync(kept)
  }
}

function entriesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function isOtherDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EXDEV' || error.code === 'EBUSY')
}

/** So that the old database is restored with its uploads by its name alone. */
function linkTo(folder: string, link: string): void {
  try {
    symlinkSync(resolve(folder), link, 'junction')
  } catch (error) {
    // A file system without links: the output names the folder.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOSYS'))) throw error
  }
}
