import { readFile, rm } from 'node:fs/promises'
import { errorCode } from '../../errors/system-code.ts'
import { parseObject } from '../../json.ts'
import { writeFileAtomically } from '../../store/write-file.ts'

/** The state of the process that signs in, for other processes, in a file next to the credentials. None of it is secret. */
export interface PendingFile {
  url: string
  started_at: number
  user_code?: string
  notice?: string
}

export async function writePendingFile(path: string | undefined, content: PendingFile): Promise<void> {
  if (path) await writeFileAtomically(path, JSON.stringify(content))
}

export async function readPendingFile(path: string | undefined): Promise<PendingFile | undefined> {
  if (!path) return undefined
  try {
    const { url, started_at, user_code, notice } = parseObject(await readFile(path, 'utf8')) ?? {}
    if (typeof url !== 'string' || typeof started_at !== 'number') return undefined
    return {
      url,
      started_at,
      ...(typeof user_code === 'string' ? { user_code } : {}),
      ...(typeof notice === 'string' ? { notice } : {}),
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export async function removePendingFile(path: string | undefined): Promise<void> {
  if (path) await rm(path, { force: true })
}
