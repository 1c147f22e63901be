import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the built console. */
export function consoleFolder(): string {
  const folder = fileURLToPath(new URL('../dist/', import.meta.url))
  if (!existsSync(folder)) throw new Error('The console is not built: npm run build')
  return folder
}
