import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { unusableFile } from '../storage/unavailable.ts'

/** Writes a file that did not exist, with its name, to disk. */
export function writeNewFile(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  syncFolder(dirname(file))
}

/**
 * Replaces the secrets in a key file, at once: whoever reads it finds the former or the new ones.
 * @throws AppError `unavailable` with the reason
 */
export function replaceKeyFile(file: string, secrets: readonly Buffer[]): void {
  const partial = `${file}.partial`
  try {
    rmSync(partial, { force: true })
    writeNewFile(partial, secrets.map((secret) => `${secret}\n`).join(''))
    renameSync(partial, file)
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(partial, { force: true })
    throw unusableFile(`Cannot replace ${file}`, error)
  }
}

/** Flushes the names in a folder, which Windows does not support. */
function syncFolder(folder: string): void {
  if (platform() === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
