import { beginBundles } from './bundle.mjs'
import { run } from './process.mjs'
import { packagesWithSources, root, tool } from './workspace.mjs'

/** Builds every package that has sources; the result's `code` is 0 when all were built. */
export async function buildAll(toolchain) {
  const filters = packagesWithSources().map((path) => `./${path}`)
  if (filters.length === 0) return { code: 0, output: 'Nothing to build.' }
  const recordBundles = beginBundles()
  const result = await turbo(toolchain, filters)
  if (result.code === 0) recordBundles()
  return result
}

function turbo({ node, environment }, filters) {
  const flags = ['--output-logs=errors-only', '--ui=stream', ...filters.map((filter) => `--filter=${filter}`)]
  return run(node, [tool('turbo'), 'run', 'build', ...flags], {
    quiet: true,
    cwd: root,
    env: environment,
  })
}
