import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What of an instance lies on a disk of this machine. */
interface Places {
  /** The path of an SQLite file. */
  database: string | undefined
  /** The folder of uploads, which may not be there yet. */
  files: string | undefined
}

/** The bytes that are free for what lies on this machine; without a value for what does not. */
export async function readFreeSpace({ database, files }: Places): Promise<{ database?: number; files?: number }> {
  const ofDatabase = database === undefined ? undefined : await freeAt(dirname(database))
  const ofFiles = files === undefined ? undefined : ((await freeAt(files)) ?? (await freeAt(dirname(files))))
  return {
    ...(ofDatabase !== undefined && { database: ofDatabase }),
    ...(ofFiles !== undefined && { files: ofFiles }),
  }
}

async function freeAt(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    // Not there yet, or a file system that does not tell: then there is no figure.
    return undefined
  }
}
