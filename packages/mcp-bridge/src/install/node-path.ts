import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../config.ts'

/** Folders of package managers that are named after a version, and gone after the next upgrade. */
const VERSIONED = [
  /[\\/](?:Cellar|Caskroom|fnm_multishells)[\\/]/,
  /[\\/]nix[\\/]store[\\/]/,
  /[\\/]snap[\\/][\w-]+[\\/]\d+[\\/]/,
]

/** A path of Node that survives an upgrade: where the one that runs lies in such a folder, the name on the PATH that leads to it. */
export function lastingNode(
  node: string,
  { PATH = '' }: Environment,
  resolve = realpathSync as (path: string) => string,
): string {
  if (!isVersioned(node)) return node
  const real = realPath(node)
  const lasting = PATH.split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((path) => !isVersioned(path) && realPath(path) === real)
  return lasting ?? node

  function realPath(path: string): string | undefined {
    try {
      return resolve(path)
    } catch {
      // Folders of the PATH need not exist.
      return undefined
    }
  }
}

function isVersioned(path: string): boolean {
  return VERSIONED.some((folder) => folder.test(path))
}
