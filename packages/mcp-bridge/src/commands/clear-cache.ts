import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../errors/system-code.ts'
import { isOurs } from '../store/entry-file.ts'
import type { CommandIo } from './command.ts'

export interface ClearCacheOptions {
  folder: string
}

/**
 * Forgets everything: sign-ins, registered clients, pinned servers, cached lists. Every server is signed in to anew.
 * What else lies in the folder stays.
 */
export async function clearCache({ folder }: ClearCacheOptions, io: CommandIo): Promise<void> {
  const files = await filesOf(folder)
  await Promise.all(files.map((file) => rm(join(folder, file), { force: true })))
  io.say(files.length === 0 ? `There was nothing in ${folder}.` : `Forgot everything in ${folder}: sign in again.`)
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(isOurs)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
