import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../errors/system-code.ts'

/** Replaces a file in one step, so that a reader, or a power cut, finds the old content or the new. */
export async function writeFileAtomically(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameOver(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Windows refuses while another process, such as a virus scanner, has the file open. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (attempt === 10 || !['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 10))
    }
  }
}

/** A rename is durable when its folder is (POSIX); Windows has no such thing and refuses to open one. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems do not sync folders.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(errorCode(error))) throw error
  } finally {
    await handle.close()
  }
}
