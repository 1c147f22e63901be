import { lstatSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/** What neither bundling nor running reads: types, maps, documents, and sources of what is installed as a binary. */
const UNUSED_FILES = /\.(?:map|d\.[cm]?ts|md|markdown|c|h)$/i
const LICENCE = /licen[cs]e|copying|notice/i
/** At the root of a package. */
const UNUSED_FOLDERS = /^(?:tests?|docs?|__tests__|examples?)$/
/** The compiler: bundling only needs the package that would call it. */
const UNUSED_PACKAGES = /^@typescript\+typescript-/

/**
 * Removes what a service does not need from the installed packages, and from the store, to which they are linked. What is removed is
 * fetched again by an installation of everything.
 */
export function pruneInstalled() {
  const packages = join(root, 'node_modules', '.pnpm')
  const unused = []
  for (const name of readdirSync(packages)) {
    const folder = join(packages, name, 'node_modules')
    if (UNUSED_PACKAGES.test(name)) collect(folder, unused, true)
    else for (const own of packagesIn(folder)) collectUnused(own, unused)
  }
  const inodes = new Set()
  for (const { path, inode } of unused) {
    inodes.add(inode)
    unlinkSync(path)
  }
  pruneStore(join(root, '.toolchain', 'store'), inodes)
}

/** The packages in a folder, whose dependencies are links beside them. */
function packagesIn(folder) {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return []
    return entry.name.startsWith('@') ? packagesIn(path) : [path]
  })
}

function collectUnused(folder, unused) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, unused, UNUSED_FOLDERS.test(entry.name))
    else if (isUnused(entry)) add(path, unused)
  }
}

/** @param whole whether all files of the folder are unused */
function collect(folder, unused, whole) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, unused, whole)
    else if (entry.isFile() && (whole || isUnused(entry))) add(path, unused)
  }
}

function isUnused(entry) {
  return entry.isFile() && UNUSED_FILES.test(entry.name) && !LICENCE.test(entry.name)
}

function add(path, unused) {
  unused.push({ path, inode: lstatSync(path).ino })
}

/** Where files are copies and no links, the store keeps its own. */
function pruneStore(folder, inodes) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) pruneStore(path, inodes)
    else if (inodes.has(lstatSync(path).ino)) rmSync(path)
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // A package without dependencies, or an installation without a store of its own.
    if (error.code === 'ENOENT') return []
    throw error
  }
}
