import { cpSync, existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VERSION } from '../version.ts'

/**
 * A path at which this program will still be tomorrow. What npx fetched may be gone, so it is copied: it is one file, and
 * the keychain module beside it.
 */
export function lastingScript(script: string, folder: string, copy = cpSync): string {
  const real = realpathSync(script)
  if (!/[\\/]_npx[\\/]/.test(real)) return real
  const target = join(folder, VERSION)
  const settled = join(target, 'dist', 'mcp-bridge.js')
  copy(dirname(dirname(real)), target, { recursive: true, dereference: true })
  const keyring = join(dirname(dirname(dirname(dirname(real)))), '@napi-rs')
  if (existsSync(keyring))
    copy(keyring, join(target, 'node_modules', '@napi-rs'), { recursive: true, dereference: true })
  return settled
}
