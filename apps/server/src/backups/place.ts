import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bucketName, copyContents, isBucketUrl, openObjects, parseBucketUrl } from '@handrail/core/internal'
import { COMPANIONS, makePrivate, sync, writePrivately } from '../commands/database/files.ts'
import { copyUploads } from '../commands/database/uploads.ts'
import type { Config } from '../configuration/config.ts'
import { prepareFolder } from '../data-folder.ts'

/** A folder or a bucket with backups. Nothing gets its name before it is complete. */
export interface BackupPlace {
  /** As people know it. */
  shown: string
  addressOf(name: string): string
  /** What is in it, with its size; a folder is an entry, whose size is 0. */
  entries(): Promise<{ name: string; bytes: number }[]>
  /** A local file, readable by this user only, to write a backup to. */
  stage(name: string): string
  /** Gives a staged file its name. */
  commit(name: string, staged: string): Promise<void>
  put(name: string, file: string): Promise<void>
  /** Copies uploads, also while a server runs. @returns their number */
  putUploads(name: string, from: string): Promise<number>
  fetch(name: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  close(): void
}

/** @param address a folder, or the address of a bucket. @throws AppError for an invalid address */
export async function openPlace(address: string, { data }: Pick<Config, 'data'>, linked = false): Promise<BackupPlace> {
  return isBucketUrl(address) ? bucketPlace(address, data) : folderPlace(address, linked)
}

/** The place and the name of a backup. */
export function splitAddress(address: string): { place: string; name: string } {
  if (!isBucketUrl(address)) return { place: dirname(address), name: basename(address) }
  const url = new URL(address)
  const name = basename(url.pathname)
  url.pathname = dirname(url.pathname)
  return { place: url.href, name }
}

/** Whether something is a place for backups instead of one backup. */
export function isPlace(address: string): boolean {
  if (isBucketUrl(address)) return !/\.(db|dump)$/.test(splitAddress(address).name)
  return statSync(address, { throwIfNoEntry: false })?.isDirectory() === true
}

/** @param linked whether uploads, which never change, are links to the same contents where the disk is the same */
function folderPlace(folder: string, linked: boolean): BackupPlace {
  const at = (name: string) => join(folder, name)
  return {
    // Attempts are recorded with it, wherever the program was started.
    shown: resolve(folder),
    addressOf: at,
    entries: async () =>
      readdirSync(folder).map((name) => {
        const found = statSync(at(name), { throwIfNoEntry: false })
        return { name, bytes: found?.isFile() ? found.size : 0 }
      }),
    stage(name) {
      const staged = `${at(name)}.${process.pid}.partial`
      makePrivate(staged)
      return staged
    },
    async commit(name, staged) {
      sync(staged)
      renameSync(staged, at(name))
    },
    put: (name, file) => writePrivately(at(name), async (partial) => copyFileSync(file, partial)),
    putUploads: async (name, from) => copyUploads(from, at(name), linked),
    fetch: async (name, to) => copyFileSync(at(name), to),
    remove: async (name) => rmSync(at(name), { recursive: true, force: true }),
    close: () => undefined,
  }
}

/** A staging folder of a process that died is removed after this time. */
const ABANDONED_MS = 24 * 60 * 60_000

async function bucketPlace(url: string, data: string): Promise<BackupPlace> {
  const objects = await openObjects(url)
  const address = parseBucketUrl(url)
  let staging: string | undefined

  function addressOf(name: string): string {
    const at = new URL(url)
    at.pathname = `${at.pathname.replace(/\/$/, '')}/${name}`
    return at.href
  }

  return {
    shown: 'fault' in address ? url : bucketName(address),
    addressOf,
    entries: () => objects.list(''),
    stage(name) {
      prepareFolder(data)
      const folder = join(data, 'staging')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      for (const left of readdirSync(folder)) removeAbandoned(join(folder, left))
      staging = mkdtempSync(join(folder, 'backup-'))
      makePrivate(join(staging, name))
      return join(staging, name)
    },
    commit: (name, staged) => objects.put(name, staged),
    put: objects.put,
    putUploads: async (name, from) =>
      existsSync(from) ? (await copyContents({ from, to: addressOf(name) })).copied : 0,
    fetch: async (name, to) => pipeline(await objects.read(name), createWriteStream(to, { mode: 0o600 })),
    remove: objects.remove,
    close() {
      if (staging !== undefined) rmSync(staging, { recursive: true, force: true })
      objects.close()
    },
  }
}

function removeAbandoned(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && Date.now() - found.mtimeMs > ABANDONED_MS) rmSync(folder, { recursive: true, force: true })
}

/** Removes a staged file that did not get its name, with what SQLite keeps beside it. */
export function discard(staged: string): void {
  for (const ending of ['', ...COMPANIONS]) rmSync(staged + ending, { force: true })
}
