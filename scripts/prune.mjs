import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What neither bundling nor running reads: TypeScript, maps, documents, and the sources of what is installed as a binary. */
const UNUSED_FILES = /\.(?:map|[cm]?tsx?|md|markdown|c|h)$/i
const LICENCE = /licen[cs]e|copying|notice/i
/** Binaries of better-sqlite3 for each system, such as `linuxmusl-x64.node`. */
const BINARY = /^(?:darwin|linux(?:musl)?|win32)-\w+\.node$/
/** At the root of a package. */
const UNUSED_FOLDERS = /^(?:tests?|docs?|examples?)$/
/** The compiler: what bundles only loads the package that starts it. */
const UNUSED_PACKAGES = /^@typescript\+typescript-/

/**
 * Removes what the service does not need from the installed packages, and from the store that they are linked to. An installation
 * of everything fetches it again.
 * @param root the folder with both
 */
export async function pruneInstalled(root) {
  const packages = join(root, 'node_modules', '.pnpm')
  const removed = new Set()
  for (const { name } of foldersIn(packages)) {
    const folder = join(packages, name, 'node_modules')
    if (UNUSED_PACKAGES.test(name)) prune(folder, removed, true)
    for (const own of packagesIn(folder)) {
      for (const entry of foldersIn(own)) prune(join(own, entry.name), removed, UNUSED_FOLDERS.test(entry.name))
      prune(own, removed, false)
      await progressMoves()
    }
  }
  await pruneStore(join(root, '.toolchain', 'store'), removed)
}

/** The packages in a folder, whose dependencies are links beside them. */
function packagesIn(folder) {
  return foldersIn(folder).flatMap(({ name }) => {
    const path = join(folder, name)
    return name.startsWith('@') ? packagesIn(path) : [path]
  })
}

/** @param removed collects the numbers of files @param whole whether all files of the folder are unused */
function prune(folder, removed, whole) {
  const entries = entriesOf(folder)
  let left = entries.length
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const isUnused = whole || (UNUSED_FILES.test(entry.name) && !LICENCE.test(entry.name)) || isForeign(entry.name)
    if (entry.isDirectory()) left -= prune(path, removed, whole)
    else if (entry.isFile() && isUnused) {
      removed.add(lstatSync(path).ino)
      unlinkSync(path)
      left--
    }
  }
  if (left > 0) return 0
  rmdirSync(folder)
  return 1
}

function isForeign(name) {
  if (!BINARY.test(name)) return false
  return !name.startsWith(process.platform) || !name.endsWith(`-${process.arch}.node`)
}

/** Where files are copies and no links, the store keeps its own. */
async function pruneStore(folder, removed) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await pruneStore(path, removed)
    else if (removed.has(lstatSync(path).ino)) unlinkSync(path)
  }
  await progressMoves()
}

function foldersIn(folder) {
  return entriesOf(folder).filter((entry) => entry.isDirectory())
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // A package without dependencies, or an installation with a store elsewhere.
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** Lets the timer of the progress run. */
function progressMoves() {
  return new Promise(setImmediate)
}
