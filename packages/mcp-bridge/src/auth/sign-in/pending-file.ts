import { readFile, rm } from 'node:fs/promises'
import { errorCode } from '../../errors/system-code.ts'
import { writeFileAtomically } from '../../store/write-file.ts'
import { parseObject } from '../http.ts'

/** What the process that signs in tells the others, in a file beside the credentials. None of it is secret. */
export interface Note {
  url: string
  started_at: number
  user_code?: string
  notice?: string
}

export async function writeNote(path: string | undefined, note: Note): Promise<void> {
  if (path) await writeFileAtomically(path, JSON.stringify(note))
}

export async function readNote(path: string | undefined): Promise<Note | undefined> {
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

export async function removeNote(path: string | undefined): Promise<void> {
  if (path) await rm(path, { force: true })
}
