import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { Failure } from '../../failure.ts'

/** Changes of names that are undone together, where one of them fails. */
export interface Moves {
  move(from: string, to: string): void
  /** For what stays where it is. */
  copy(from: string, to: string): void
  /** Adds a change of another kind. */
  onUndo(step: () => void): void
  undo(): void
}

export function createMoves(rename = renameSync): Moves {
  const undoing: (() => void)[] = []
  return {
    move(from, to) {
      rename(from, to)
      undoing.push(() => rename(to, from))
    },
    copy(from, to) {
      copyFileSync(from, to)
      undoing.push(() => rmSync(to, { force: true }))
    },
    onUndo: (step) => void undoing.push(step),
    undo() {
      for (const step of undoing.splice(0).toReversed()) step()
    },
  }
}

/** What to do about an error of the disk during a restore, before which and without which nothing is changed. */
const REMEDIES: Readonly<Record<string, (path: string) => string>> = {
  EBUSY: (path) => `${path} is a mount point of its own and cannot be replaced. Mount the folder that it is in instead`,
  EXDEV: (path) => `${path} is a mount point of its own and cannot be replaced. Mount the folder that it is in instead`,
  EACCES: (path) => `This user may not write ${path}. Run the command as the user of the service`,
  EPERM: (path) => `This user may not write ${path}. Run the command as the user of the service`,
  EROFS: (path) => `${path} is on a disk that is mounted read-only. Mount it for writing`,
  ENOSPC: (path) =>
    `The disk of ${path} is full. Free space on it: a restore needs room for the database and the uploads`,
  EDQUOT: (path) => `The quota of the disk of ${path} is used up. Free space on it`,
}

/** A sentence for an error of the disk; other errors are unchanged. */
export function asRestoreFailure(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the data folder'
  const remedy = typeof error.code === 'string' ? REMEDIES[error.code] : undefined
  return remedy === undefined ? error : new Failure(`${remedy(path)}. Nothing was changed`)
}
