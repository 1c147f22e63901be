import { run, showProgress } from './process.mjs'
import { packagesWithSources, root, tool } from './workspace.mjs'

/** Builds every package that has sources; the result's `code` is 0 when all were built. */
export async function buildAll(toolchain) {
  const filters = packagesWithSources().map((path) => `./${path}`)
  return filters.length === 0 ? { code: 0, output: 'Nothing to build.' } : turbo(toolchain, 'build', filters)
}

/** Bundles one package and those it depends on, without declarations. What has not changed comes from turbo's cache. */
export async function bundlePackage(toolchain, name) {
  const progress = showProgress('Building')
  const result = await turbo(toolchain, 'bundle', [`${name}...`])
  progress.end()
  return result
}

function turbo({ node, environment }, task, filters) {
  const flags = ['--output-logs=errors-only', '--ui=stream', ...filters.map((filter) => `--filter=${filter}`)]
  return run(node, [tool('turbo'), 'run', task, ...flags], {
    quiet: true,
    cwd: root,
    env: environment,
  })
}
