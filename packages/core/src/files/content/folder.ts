import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError, notFound } from '../../errors.ts'
import type { ContentStore } from './content-store.ts'

/** Where contents are until they are whole. */
const INCOMING = 'incoming'
const NAME = /^[0-9a-f]{48}$/

/** Contents as files in a folder, sharded by the beginnings of their names. It is made with the first of them. */
export function openFolder(folder: string): ContentStore {
  const placeOf = (name: string) => join(folder, name.slice(0, 2), name)

  return {
    async write(content) {
      const name = randomBytes(24).toString('hex')
      const partial = join(folder, INCOMING, name)
      try {
        await makeFolder(dirname(partial))
        await writeSynced(partial, content)
        await makeFolder(dirname(placeOf(name)))
        await rename(partial, placeOf(name))
        await syncFolder(dirname(placeOf(name)))
        return name
      } catch (error) {
        // Where even that fails, the sweep comes round.
        for (const left of [partial, placeOf(name)]) await rm(left, { force: true }).catch(() => undefined)
        throw translated(error)
      }
    },
    async read(name) {
      if (!NAME.test(name)) throw notFound()
      try {
        return (await open(placeOf(name), 'r')).createReadStream()
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? notFound() : translated(error)
      }
    },
    async remove(name) {
      if (NAME.test(name)) await rm(placeOf(name), { force: true })
    },
    async *keptBefore(time) {
      for (const { name: shard } of await entriesOf(folder)) {
        const names: string[] = []
        for (const { name } of await entriesOf(join(folder, shard))) {
          if (!NAME.test(name) || !(await isOlder(join(folder, shard, name), time))) continue
          if (shard === INCOMING) await rm(join(folder, shard, name), { force: true })
          else names.push(name)
        }
        if (names.length > 0) yield names
      }
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

/** Only this user may open it, and its own name is on the disk. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first !== undefined) await syncFolder(dirname(first))
}

/** The name of a new file is in its folder, which Windows does not let anybody sync. */
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
    // Nothing was kept yet, or it is no folder.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
    throw error
  }
}

async function isOlder(path: string, time: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < Date.parse(time)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const FULL = 'The disk of the service is full. Tell whoever runs it; nothing of the file was kept'
const CLOSED = 'The service cannot write files at the moment. Tell whoever runs it; nothing of the file was kept'
const BUSY = 'The service has too much to do. Try again in a moment'

/** What the file system refuses, as clients may know it. */
const REFUSALS: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: 'The file is larger than the disk of the service takes. Nothing of it was kept',
  EACCES: CLOSED,
  EIO: CLOSED,
  ENOTDIR: CLOSED,
  EPERM: CLOSED,
  EROFS: CLOSED,
  EMFILE: BUSY,
  ENFILE: BUSY,
}

function translated(error: unknown): unknown {
  const text = REFUSALS[codeOf(error)]
  return text === undefined ? error : new AppError('unavailable', text, { retryAfter: 60, cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
