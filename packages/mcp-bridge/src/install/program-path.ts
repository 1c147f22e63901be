import { cpSync, existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VERSION } from '../version.ts'

/**
 * The path under which this program stays. What npx fetched may be gone tomorrow, so it is copied: it is one file, and
 * beside it the way to the keychain.
 */
export function lastingScript(script: string, folder: string, copy = cpSync): string {
  const real = realpathSync(script)
  if (!/[\\/]_npx[\\/]/.test(real)) return real
  const target = join(folder, 'program', VERSION)
  const settled = join(target, 'dist', 'mcp-bridge.js')
  copy(dirname(dirname(real)), target, { recursive: true, dereference: true })
  const keyring = join(dirname(dirname(dirname(dirname(real)))), '@napi-rs')
  if (existsSync(keyring))
    copy(keyring, join(target, 'node_modules', '@napi-rs'), { recursive: true, dereference: true })
  return settled
}
