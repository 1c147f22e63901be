import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { sqliteFileOf } from '../../storage/open.ts'
import type { OpenOptions } from '../../storage/open-options.ts'
import { type BucketAddress, isBucketUrl, parseBucketUrl } from './bucket/address.ts'
import type { Objects } from './bucket/objects.ts'
import type { ContentStore } from './content-store.ts'
import { openFolder } from './folder.ts'

export interface StoreOptions {
  database: OpenOptions['database']
  /** A folder, or the address of a bucket. */
  files?: string | undefined
}

/** The content store of an instance: the configured one, or the folder `files` beside an SQLite file. */
export async function openContents({ database, files }: StoreOptions): Promise<ContentStore> {
  if (files !== undefined) return openStore(files)
  const file = sqliteFileOf(database)
  if (file === undefined) return nowhere
  return file === ':memory:' ? openTemporary() : openFolder(join(dirname(file), 'files'))
}

/** @param files a folder, or the address of a bucket. @throws AppError `unavailable` for an invalid address */
export async function openStore(files: string): Promise<ContentStore> {
  if (!isBucketUrl(files)) return openFolder(files)
  const address = bucketAt(files)
  // The library is large, and most instances store files in a folder.
  const { openBucket } = await import('./bucket/bucket.ts')
  return openBucket(address)
}

/** @throws AppError `unavailable` for an invalid address */
export async function openObjects(url: string): Promise<Objects> {
  const address = bucketAt(url)
  return (await import('./bucket/objects.ts')).openObjects(address)
}

function bucketAt(url: string): BucketAddress {
  const address = parseBucketUrl(url)
  if ('fault' in address) throw new AppError('unavailable', `The address of the bucket ${address.fault}`)
  return address
}

/** A temporary store for a database in memory. */
function openTemporary(): ContentStore {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-files-'))
  return { ...openFolder(folder), close: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function refuse(): Promise<never> {
  throw new AppError('unavailable', 'No file store is configured: set HANDRAIL_FILES, or the option files')
}

/** Whether an instance has no store for files. */
export function storesNothing(contents: ContentStore): boolean {
  return contents === nowhere
}

/** PostgreSQL has no default folder. */
const nowhere: ContentStore = {
  write: refuse,
  read: refuse,
  sizeOf: async () => undefined,
  remove: async () => undefined,
  async *keptBefore() {},
  giveUpBefore: async () => undefined,
  close: async () => undefined,
}
