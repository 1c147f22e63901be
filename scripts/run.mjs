// The entry point of every root command. Node 18 syntax and no dependencies: it runs before anything is installed.
import { resolve } from 'node:path'
import { examineAdvisories } from './advisories.mjs'
import { buildAll } from './build.mjs'
import { allChecks, longChecks, runChecks, staticChecks } from './checks.mjs'
import { installDependencies } from './install.mjs'
import { pack } from './pack.mjs'
import { Failure, run, say } from './process.mjs'
import { writeSbom } from './sbom.mjs'
import { handrail, start } from './start.mjs'
import { prepareToolchain } from './toolchain.mjs'
import { root, tool } from './workspace.mjs'

const commands = {
  start,
  handrail,
  test: (toolchain) => runChecks(toolchain, allChecks),
  'test:long': (toolchain) => runChecks(toolchain, longChecks),
  check: (toolchain) => runChecks(toolchain, staticChecks),
  build,
  pack,
  sbom: writeSbomOf,
  advisories: examineAdvisories,
  format: (toolchain) => node(toolchain, [tool('@biomejs/biome', 'biome'), 'check', '--write']),
  bench: async (toolchain, args) => (await build(toolchain)) || node(toolchain, ['bench/run.ts', ...args]),
  hostile: async (toolchain, args) => (await build(toolchain)) || node(toolchain, ['bench/hostile/run.ts', ...args]),
}

/** They need what the service is built of, and no tool of the tests. */
const OF_THE_SERVICE = new Set(['start', 'handrail'])

async function build(toolchain) {
  const { code, output } = await buildAll(toolchain)
  say(output)
  return code
}

/** Of the image, whose packages are those of the service. */
async function writeSbomOf(toolchain, [path, file]) {
  if (!path || !file) throw new Failure('Name a package and a file: npm run sbom -- apps/server FILE')
  await writeSbom(toolchain, path, resolve(file))
  return 0
}

async function node({ node, environment }, args) {
  const { code } = await run(node, args, { cwd: root, env: environment })
  return code
}

async function main([name, ...args]) {
  const command = commands[name]
  if (!command) throw new Failure(`Name one of these commands: ${Object.keys(commands).join(', ')}.`)
  const toolchain = await prepareToolchain()
  await installDependencies(toolchain, OF_THE_SERVICE.has(name))
  return command(toolchain, args)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(error.message)
  process.exitCode = 1
}
