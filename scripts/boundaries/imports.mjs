import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { packagesWithSources, root, sources } from '../workspace.mjs'

/**
 * Every import in the packages' sources.
 * `to` is a path for a file or package of this workspace, and the module's name for anything else.
 */
export function readImports() {
  const names = new Map(packagesWithSources().map((path) => [packageName(path), path]))
  return sources().flatMap((file) =>
    importsOf(file).map((found) => ({ ...found, to: target(file, found.specifier, names) })),
  )
}

function importsOf(from) {
  const source = readFileSync(join(root, from), 'utf8')
  const { module, errors } = parseSync(from, source)
  if (errors.length > 0) throw new Error(`${from}: ${errors[0].message}`)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest }) => moduleRequest)
    .map(({ moduleRequest, isType }) => ({ specifier: moduleRequest.value, typeOnly: isType }))
  const dynamic = module.dynamicImports
    .map(({ moduleRequest }) => source.slice(moduleRequest.start, moduleRequest.end))
    .filter((text) => /^['"]/.test(text))
    .map((text) => ({ specifier: text.slice(1, -1), typeOnly: false, dynamic: true }))
  return [...imports, ...exports, ...dynamic].map((found) => ({ from, ...found }))
}

function target(from, specifier, names) {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier)
  const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/')[0]
  return names.get(name) ?? specifier
}

function packageName(path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).name
}
