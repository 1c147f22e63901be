import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run, showProgress } from './process.mjs'
import { files, fingerprint, root } from './workspace.mjs'

/** The packages of the service, each with the folders of which something is in its bundle besides. */
const PACKAGES = {
  'packages/core': [],
  'packages/mcp-bridge': [],
  'packages/http': ['packages/core', 'packages/mcp-bridge', 'packages/mcp-views', 'apps/console/src/style', 'docs'],
  'apps/console': ['packages/core'],
  'apps/server': [],
}
/** What all bundles depend on besides. */
const SHARED = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts/licences.mjs']
const record = join(root, 'node_modules', '.cache', 'bundled.json')

/** Bundles the packages of the service that have changed since, without declarations. The result's `code` is 0 when all are there. */
export async function bundleService({ node, pnpm, environment }) {
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  const stale = Object.keys(PACKAGES).filter((path) => known[path] !== `${inputsOf(path)} ${outputsOf(path)}`)
  if (stale.length === 0) return { code: 0, output: '' }

  const recordBundles = beginBundles()
  const progress = showProgress('Building')
  // In the order of their dependencies.
  const filters = stale.map((path) => `--filter=./${path}`)
  const result = await run(node, [pnpm, ...filters, 'run', 'bundle'], { quiet: true, cwd: root, env: environment })
  progress.end()
  if (result.code === 0) recordBundles()
  return result
}

/** @returns records that all packages are bundled of the sources that they have now */
export function beginBundles() {
  const inputs = Object.keys(PACKAGES).map((path) => [path, inputsOf(path)])
  return () => {
    const states = inputs.map(([path, input]) => [path, `${input} ${outputsOf(path)}`])
    mkdirSync(dirname(record), { recursive: true })
    writeFileSync(record, JSON.stringify(Object.fromEntries(states)))
  }
}

function inputsOf(path) {
  return fingerprint([...SHARED, ...[path, ...PACKAGES[path]].flatMap(files).filter(isInput)])
}

/** Tests, and what is copied into a package as it is packed, are in no bundle: they must not have it made anew, least of all while it runs. */
export function isInput(file) {
  return !/^(apps|packages)\/[^/]+\/(test|deploy|examples|generated)\//.test(file) && !/\.test\.tsx?$/.test(file)
}

/** Another build may have written others meanwhile, or the same with declarations beside them. */
function outputsOf(path) {
  const outputs = `${path}/dist`
  return existsSync(join(root, outputs))
    ? fingerprint(files(outputs).filter((file) => !file.endsWith('.d.ts')))
    : 'none'
}
