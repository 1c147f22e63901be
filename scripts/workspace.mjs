import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(import.meta.url), '../..')

const generated = new Set(['node_modules', 'dist', '.turbo'])

/** The workspace's packages, such as `packages/core`. */
export function packages() {
  return ['apps', 'packages', 'bench'].flatMap((group) => {
    if (existsSync(join(root, group, 'package.json'))) return [group]
    return directories(group).filter((path) => existsSync(join(root, path, 'package.json')))
  })
}

export function packagesWithSources() {
  return packages().filter((path) => existsSync(join(root, path, 'src')))
}

/** The source files of all packages, tests left out: those may do whatever proves their point. */
export function sources() {
  return packagesWithSources()
    .flatMap((path) => files(`${path}/src`))
    .filter((file) => /\.(ts|tsx|mts)$/.test(file) && !/\.test\.tsx?$/.test(file))
}

/** The script file behind a package's command, to be run by Node itself: no shell, no shim. */
export function tool(name, command = name) {
  const directory = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return join(directory, typeof bin === 'string' ? bin : bin[command])
}

/** Every file below a path, relative to the root and sorted, without what tools generate. */
export function files(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => !generated.has(entry.name))
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`
    if (entry.isDirectory()) return files(child)
    return entry.isFile() ? [child] : []
  })
}

/** One hash over names and contents: content, not times, so that a fresh checkout of the same commit is equal. */
export function fingerprint(paths, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const path of [...paths].sort()) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function directories(group) {
  if (!existsSync(join(root, group))) return []
  const entries = readdirSync(join(root, group), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${group}/${entry.name}`)
}
