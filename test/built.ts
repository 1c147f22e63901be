import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))

/** Whether packages, such as `packages/core`, are built and no source is newer: the output starts more quickly. */
export function isBuilt(...packages: readonly string[]): boolean {
  return packages.every((path) => newest(join(root, path, 'src')) < newest(join(root, path, 'dist')))
}

/** Flags of Node with which a program takes our packages from what is built of them, or else from their sources. */
export function conditions(...packages: readonly string[]): string[] {
  return isBuilt(...packages) ? [] : ['--conditions', 'handrail-source']
}

function newest(folder: string): number {
  if (!existsSync(folder)) return 0
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.[jt]sx?$/.test(name),
  )
  return Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs))
}
