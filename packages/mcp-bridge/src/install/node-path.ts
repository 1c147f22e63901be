import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../config.ts'

/** Folders of package managers that are named after a version, and gone after the next upgrade. */
const VERSIONED = /[\\/](Cellar|Caskroom|nix[\\/]store|snap[\\/][\w-]+[\\/]\d+|fnm_multishells)[\\/]/

/** A path of Node that survives an upgrade: where the one that runs lies in such a folder, the name on the PATH that leads to it. */
export function lastingNode(
  node: string,
  { PATH = '' }: Environment,
  resolve = realpathSync as (path: string) => string,
): string {
  if (!VERSIONED.test(node)) return node
  const real = realPath(node)
  const lasting = PATH.split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((path) => !VERSIONED.test(path) && realPath(path) === real)
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
