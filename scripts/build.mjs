import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './process.mjs'
import { files, fingerprint, packages, packagesWithSources, root, tool } from './workspace.mjs'

/** Builds every package that has sources; the result's `code` is 0 when all were built. */
export async function buildAll(toolchain) {
  const filters = packagesWithSources().map((path) => `./${path}`)
  return filters.length === 0 ? { code: 0, output: 'Nothing to build.' } : turbo(toolchain, filters)
}

/** Builds one package and those it depends on, unless neither sources nor output changed since the last time. */
export async function buildChanged(toolchain, name, onStart) {
  const stamp = join(root, 'node_modules', '.cache', 'built', name)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state()) return { code: 0, output: '' }

  onStart()
  const result = await turbo(toolchain, [`${name}...`])
  if (result.code !== 0) return result
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state())
  return result
}

function turbo({ node, environment }, filters) {
  const flags = ['--output-logs=errors-only', '--ui=stream', ...filters.map((filter) => `--filter=${filter}`)]
  return run(node, [tool('turbo'), 'run', 'build', ...flags], { quiet: true, cwd: root, env: environment })
}

/** Output counts by size and time: a build by hand, or a deleted `dist`, is noticed without reading it all. */
function state() {
  const inputs = ['pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json', ...packages().flatMap(files)]
  const output = packages().flatMap((path) => outputs(`${path}/dist`))
  return fingerprint(inputs, output.join('\n'))
}

function outputs(path) {
  if (!existsSync(join(root, path))) return [`${path} is missing`]
  const names = readdirSync(join(root, path), { recursive: true }).sort()
  return names.map((name) => {
    const { size, mtimeMs } = statSync(join(root, path, name))
    return `${path}/${name} ${size} ${mtimeMs}`
  })
}
