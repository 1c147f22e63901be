import { statSync } from 'node:fs'
import { AppError } from '../../errors.ts'

/** The file of the database is not in its place any more: what is written to it now is lost with the process. */
export class DatabaseMoved extends AppError {
  constructor() {
    super(
      'unavailable',
      'The database file was moved, deleted or replaced under the running service. Its operator has to put it back, or restore a backup, and start the service again',
    )
  }
}

/** Whether the names of an open SQLite database still lead to its files. */
export interface FileIdentity {
  /** Looks. @throws DatabaseMoved */
  check(): void
  /** Looks if the last look found that they do not. @throws DatabaseMoved */
  recheck(): void
}

/** @param file an open database in WAL mode, whose log is there already */
export function identityOf(file: string): FileIdentity {
  const names = [file, `${file}-wal`]
  const own = names.map(identify)
  let moved = false

  function check(): void {
    moved = names.some((name, index) => identify(name) !== own[index])
    if (moved) throw new DatabaseMoved()
  }

  return {
    check,
    recheck() {
      if (moved) check()
    },
  }
}

/** Undefined where there is no such file. */
function identify(name: string): string | undefined {
  const found = statSync(name, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
