import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Manifest {
  name?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const ROOT = fileURLToPath(new URL('../package.json', import.meta.url))
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** The manifest of a package as one that depends on it would find it; undefined when it is not installed here. */
function findManifest(name: string, from: string): string | undefined {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    const path = join(folder, name, 'package.json')
    // Where the package really lies, its own dependencies are found.
    if (existsSync(path)) return realpathSync(path)
  }
  return undefined
}

/** The manifests of everything that comes with a package. */
function installed(path: string, seen = new Map<string, Manifest>()): Map<string, Manifest> {
  if (seen.has(path)) return seen
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  seen.set(path, manifest)
  for (const name of Object.keys(manifest.dependencies ?? {})) installed(findManifest(name, path) ?? name, seen)
  // An optional one is there for the platforms that it is made for.
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    const found = findManifest(name, path)
    if (found) installed(found, seen)
  }
  return seen
}

test('no dependency of the published packages has an install script', () => {
  const manifests = [...installed(ROOT).values()]
  expect(manifests.length).toBeGreaterThan(50)
  const running = manifests.filter(({ scripts }) => INSTALL_SCRIPTS.some((name) => scripts?.[name] !== undefined))
  expect(running.map(({ name }) => name)).toEqual([])
})
