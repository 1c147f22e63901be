import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { root } from '../../../test/built.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 16 * 1024 ** 2
const PACKAGES = [
  'packages/core',
  'packages/http',
  'packages/mcp-bridge',
  'packages/mcp-views',
  'apps/server',
  'apps/console',
  'bench',
]
/** Built files that sources need. */
const BUILT = ['packages/http/dist/handrail-files']
const EXPRESSIONS = 'node_modules/.cache/regexps.json'
const LINKED = {
  client: 'packages/client',
  core: 'packages/core',
  http: 'packages/http',
  console: 'apps/console',
}

/** A copy of the checkout with the dependencies of the original, in which tests change files and run tools. */
export interface CheckoutCopy {
  read(file: string): string
  write(file: string, content: string): void
  /** Replaces a text of a file, which must exist. */
  edit(file: string, from: string, to: string): void
  /** The files that have changed since `before`, sorted. */
  changedSince(before: ReadonlyMap<string, string>): string[]
  snapshot(): ReadonlyMap<string, string>
  /** Runs a Node program there. @throws with its `stdout` if it fails */
  node(args: readonly string[], options?: { folder?: string; environment?: Record<string, string> }): Promise<void>
  remove(): void
}

export function copyCheckout(): CheckoutCopy {
  const copy = mkdtempSync(join(tmpdir(), 'handrail-recipe-'))
  for (const file of sources()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const folder of ['', ...PACKAGES]) linkDependencies(copy, folder)
  // And the results for expressions, which take long.
  for (const file of [...BUILT, EXPRESSIONS])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { recursive: true })

  const read = (file: string) => readFileSync(join(copy, file), 'utf8')
  function write(file: string, content: string): void {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), content)
  }
  function snapshot(): ReadonlyMap<string, string> {
    const files = ['apps', 'packages'].flatMap((folder) =>
      readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8', withFileTypes: true }),
    )
    return new Map(
      files
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map(({ parentPath, name }) => {
          const path = join(parentPath, name)
          return [path.slice(copy.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]
        }),
    )
  }
  return {
    read,
    write,
    edit(file, from, to) {
      const content = read(file)
      expect(content, file).toContain(from)
      write(
        file,
        content.replace(from, () => to),
      )
    },
    snapshot,
    changedSince: (before) =>
      [...snapshot()]
        .filter(([file, content]) => before.get(file) !== content)
        .map(([file]) => file)
        .sort(),
    async node(args, { folder = '', environment = {} } = {}) {
      const env = { ...process.env, VITEST: '', ...environment }
      const options = { cwd: join(copy, folder), env, maxBuffer: MAX_OUTPUT_BYTES }
      await run(process.execPath, args, options).catch((error) => {
        // Tools report errors on stdout.
        throw Object.assign(error, { message: `${error.message}\n${error.stdout}` })
      })
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

/** All files that git tracks or does not ignore. */
function sources(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
}

/** Links the dependencies of the original; our own packages are those of the copy. */
function linkDependencies(copy: string, folder: string): void {
  const installed = join(root, folder, 'node_modules')
  const linked = join(copy, folder, 'node_modules')
  mkdirSync(join(linked, '@handrail'), { recursive: true })
  // What tools keep there is of the original alone.
  for (const name of readdirSync(installed).filter((entry) => entry !== '@handrail' && entry !== '.cache'))
    symlinkSync(join(installed, name), join(linked, name))
  const own = join(installed, '@handrail')
  for (const [name, path] of Object.entries(LINKED))
    if (existsSync(join(own, name))) symlinkSync(join(copy, path), join(linked, '@handrail', name))
}
