import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { isPostgresUrl } from '../../storage/open.ts'
import type { ContentStore } from './content-store.ts'
import { openFolder } from './folder.ts'

interface Options {
  database: string
  /** A folder. */
  files?: string | undefined
}

/** The store of an instance: where it is told, or the folder `files` beside an SQLite file. */
export function openContents({ database, files }: Options): ContentStore {
  if (files !== undefined) return openFolder(files)
  if (isPostgresUrl(database)) return nowhere
  return database === ':memory:' ? openTemporary() : openFolder(join(dirname(database), 'files'))
}

/** As short-lived as a database in memory. */
function openTemporary(): ContentStore {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-files-'))
  return { ...openFolder(folder), close: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function refuse(): Promise<never> {
  throw new AppError(
    'unavailable',
    'This service was not told where to keep files: set HANDRAIL_FILES, or the option files',
  )
}

/** Beside PostgreSQL there is no folder that would be the right one by itself. */
const nowhere: ContentStore = {
  write: refuse,
  read: refuse,
  remove: async () => undefined,
  async *keptBefore() {},
  close: async () => undefined,
}
