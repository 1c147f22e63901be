import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the built console; undefined in a checkout where it is not built. */
export function consoleFolder(): string | undefined {
  const page = fileURLToPath(import.meta.resolve('@handrail/console/index.html'))
  return existsSync(page) ? dirname(page) : undefined
}
