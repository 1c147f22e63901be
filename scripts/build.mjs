import { run, say } from './process.mjs'
import { packagesWithSources, root, tool } from './workspace.mjs'

/** A build from turbo's cache takes a tenth of a second; one that takes longer is worth telling. */
const WORTH_TELLING_MS = 1000

/** Builds every package that has sources; the result's `code` is 0 when all were built. */
export async function buildAll(toolchain) {
  const filters = packagesWithSources().map((path) => `./${path}`)
  return filters.length === 0 ? { code: 0, output: 'Nothing to build.' } : turbo(toolchain, filters)
}

/** Builds one package and those it depends on. What has not changed comes from turbo's cache. */
export async function buildPackage(toolchain, name) {
  const notice = setTimeout(() => say('Building ...'), WORTH_TELLING_MS)
  const result = await turbo(toolchain, [`${name}...`])
  clearTimeout(notice)
  return result
}

function turbo({ node, environment }, filters) {
  const flags = ['--output-logs=errors-only', '--ui=stream', ...filters.map((filter) => `--filter=${filter}`)]
  return run(node, [tool('turbo'), 'run', 'build', ...flags], { quiet: true, cwd: root, env: environment })
}
