import type { Dirent, Stats } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { notFound } from '../../errors.ts'
import { type ContentStore, isName, newName } from './content-store.ts'
import { asDiskError, codeOf } from './disk-errors.ts'

/** The folder of incomplete contents. */
const INCOMING = 'incoming'

/** A folder of contents. A disk has others at its root, such as `lost+found`, which only root may read. */
const SHARD = /^[0-9a-f]{2}$/

/** Contents as files in a folder, sharded by the beginnings of their names. The first write creates it. */
export function openFolder(folder: string): ContentStore {
  const placeOf = (name: string) => join(folder, name.slice(0, 2), name)

  return {
    async write(content, name = newName()) {
      const partial = join(folder, INCOMING, name)
      try {
        await makeFolder(dirname(partial))
        await writeSynced(partial, content)
        await makeFolder(dirname(placeOf(name)))
        await rename(partial, placeOf(name))
        await syncFolder(dirname(placeOf(name)))
        return name
      } catch (error) {
        // If that fails too, the sweep deletes it.
        for (const left of [partial, placeOf(name)]) await rm(left, { force: true }).catch(() => undefined)
        throw asDiskError(error)
      }
    },
    async read(name, range) {
      if (!isName(name)) throw notFound()
      try {
        const part = range && { start: range.first, end: range.last }
        return (await open(placeOf(name), 'r')).createReadStream(part)
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? notFound() : asDiskError(error)
      }
    },
    async sizeOf(name) {
      return isName(name) ? (await statOf(placeOf(name)))?.size : undefined
    },
    async remove(name) {
      if (isName(name)) await rm(placeOf(name), { force: true })
    },
    async *keptBefore(time) {
      for (const { name: shard } of await entriesOf(folder)) {
        const names = SHARD.test(shard) ? await namesBefore(join(folder, shard), time) : []
        if (names.length > 0) yield names
      }
    },
    async giveUpBefore(time) {
      const incoming = join(folder, INCOMING)
      for (const name of await namesBefore(incoming, time)) await rm(join(incoming, name), { force: true })
    },
    async close() {},
  }
}

async function writeSynced(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Creates a folder that only this user can open, and flushes its name to disk. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first !== undefined) await syncFolder(dirname(first))
}

/** Flushes the names in a folder, which Windows does not support. */
async function syncFolder(path: string): Promise<void> {
  if (platform() === 'win32') return
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    // Nothing was stored yet, or it is not a folder.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
    throw error
  }
}

async function namesBefore(path: string, time: string): Promise<string[]> {
  const names: string[] = []
  for (const { name } of await entriesOf(path)) {
    const found = isName(name) ? await statOf(join(path, name)) : undefined
    if (found && found.mtimeMs < Date.parse(time)) names.push(name)
  }
  return names
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
