import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import type { JsonObject } from '../json.ts'

/** The name of the files about an address and profile. */
export function nameOf(address: string, profile: string): string {
  return createHash('sha256').update(`${address}\n${profile}`).digest('hex').slice(0, 24)
}

/** Replaces a file that is no loss if it cannot be written: a full or read-only disk costs a slower start. */
export function writeSmallFile(folder: string, path: string, value: JsonObject): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const partial = `${path}.${process.pid}.partial`
    writeFileSync(partial, JSON.stringify(value), { mode: 0o600 })
    chmodSync(partial, 0o600)
    renameSync(partial, path)
  } catch {
    return
  }
}
