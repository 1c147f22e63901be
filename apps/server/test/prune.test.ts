import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { pruneInstalled }: { pruneInstalled(root: string): Promise<void> } = await import(
  new URL('../../../scripts/prune.mjs', import.meta.url).href
)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-prune-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Installs a package of these files, linked to the store. */
function install(name: string, files: readonly string[]) {
  for (const file of files) {
    const path = join(folder, 'node_modules/.pnpm', `${name.replace('/', '+')}@1.0.0`, 'node_modules', name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file)
    const stored = join(folder, '.toolchain/store/files', `${name}/${file}`.replaceAll('/', '-'))
    mkdirSync(dirname(stored), { recursive: true })
    linkSync(path, stored)
  }
}

test('an installation for npm start keeps of its packages what runs, and licences, and frees the space of the rest', async () => {
  const foreign = process.platform === 'win32' ? 'linux-x64.node' : 'win32-x64.node'
  const own = `${process.platform}-${process.arch}.node`
  const kept = ['index.js', 'lib/test/index.js', 'package.json', 'LICENSE.md', `prebuilds/${own}`]
  const unused = ['index.js.map', 'index.d.ts', 'src/index.ts', 'README.md', 'test/data.json', `prebuilds/${foreign}`]
  install('one', [...kept, ...unused])
  install('@scope/two', ['index.cjs', 'deps/source.c'])
  install('@typescript/typescript-linux-x64', ['lib/tsc'])
  await pruneInstalled(folder)
  const packages = join(folder, 'node_modules/.pnpm')
  for (const file of kept) expect(existsSync(join(packages, 'one@1.0.0/node_modules/one', file)), file).toBe(true)
  for (const file of unused) expect(existsSync(join(packages, 'one@1.0.0/node_modules/one', file)), file).toBe(false)
  const stored = [...kept.map((file) => `one-${file.replaceAll('/', '-')}`), '@scope-two-index.cjs']
  expect(readdirSync(join(folder, '.toolchain/store/files')).toSorted()).toEqual(stored.toSorted())
  // Folders without files take space, too.
  expect(readdirSync(join(packages, 'one@1.0.0/node_modules/one')).toSorted()).toEqual(
    ['LICENSE.md', 'index.js', 'lib', 'package.json', 'prebuilds'].toSorted(),
  )
})
