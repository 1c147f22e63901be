import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup as generateClient } from '../packages/client/scripts/generate.mjs'
import { buildAll } from './build.mjs'
import { run, say } from './process.mjs'
import { packagesWithSources, root, tool } from './workspace.mjs'

export const staticChecks = { lint, boundaries, sizes, regexps, unused, types }
/** The build comes before the unit tests: they start the built command as its user would. */
export const allChecks = { lint, boundaries, sizes, regexps, unused, build: buildAll, types, unit }
/** What takes minutes and seldom breaks alone: files `*.long.test.ts`. */
export const longChecks = { build: buildAll, long }

/** Runs every check, whatever the others say. The last line is the total; resolves to the exit code. */
export async function runChecks(toolchain, checks) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  generateClient()
  // They take the longest, and what is built has no part in them: they begin at once, beside the others.
  const early = 'types' in checks ? timed(types, toolchain) : undefined
  for (const [name, check] of Object.entries(checks)) {
    const { code, output = '', totals, seconds } = await (check === types ? early : timed(check, toolchain))
    if (code !== 0 && output) say(output.trimEnd())
    say(`${code === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds.toFixed(1)} s`)
    add(sum, totals ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
  }
  say(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
  return sum.failed === 0 ? 0 : 1
}

async function timed(check, toolchain) {
  const began = Date.now()
  return { ...(await check(toolchain)), seconds: (Date.now() - began) / 1000 }
}

/** The packages that build on each other are one project, or each would look at the core again; sources with other globals are a project of their own. */
async function types(toolchain) {
  const { exclude } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const others = exclude.map((path) => path.split('/', 2).join('/'))
  const results = []
  for (const project of new Set(['.', ...others])) {
    // Each checker more does much of the work again: on two processors that have other work, one is the quickest.
    // What has not changed since the last check is not looked at again.
    const known = `node_modules/.cache/types-${project.replaceAll(/\W/g, '-')}.tsbuildinfo`
    const flags = ['--checkers', '1', '--incremental', '--tsBuildInfoFile', known]
    results.push(await quiet(toolchain, [tool('typescript', 'tsc'), '-p', project, ...flags]))
  }
  return { code: Math.max(...results.map(({ code }) => code)), output: results.map(({ output }) => output).join('') }
}

function lint(toolchain) {
  return quiet(toolchain, [tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'])
}

function boundaries(toolchain) {
  return quiet(toolchain, ['scripts/boundaries.mjs'])
}

function sizes(toolchain) {
  return quiet(toolchain, ['scripts/sizes.mjs'])
}

function regexps(toolchain) {
  return quiet(toolchain, ['scripts/regexps.mjs'])
}

function unused(toolchain) {
  const selected = ['.', ...packagesWithSources()].flatMap((path) => ['--workspace', path])
  return quiet(toolchain, [tool('knip'), '--no-progress', ...selected])
}

/** More files with failures than this are no accident of a busy machine: they are not run again. */
const RERUN_LIMIT = 5

/**
 * Vitest's totals count test by test; a run that ends without writing them is one failure. Files with failures are run once more, alone,
 * since some of what is tested (processes, browsers, time limits) depends on what else the machine does; the second result counts, and
 * each file that needed it is named.
 */
async function unit(toolchain, settings = { HANDRAIL_TESTS: 'short' }) {
  const first = await vitest(toolchain, [], settings)
  const failed = Object.keys(first.files).filter((file) => first.files[file].failed > 0)
  if (first.unhandled > 0 || failed.length === 0 || failed.length > RERUN_LIMIT) return result(first)
  say(`\nOnce more, alone: ${failed.join(', ')}`)
  const second = await vitest(toolchain, failed, settings)
  for (const file of failed)
    if (second.files[file]?.failed === 0) say(`unstable  ${file}: failed beside the others, passed alone`)
  return result({ files: { ...first.files, ...second.files }, unhandled: second.unhandled })
}

function long(toolchain) {
  return unit(toolchain, { HANDRAIL_TESTS: 'long' })
}

async function vitest({ node, environment }, files, settings) {
  const directory = mkdtempSync(join(tmpdir(), 'handrail-totals-'))
  const file = join(directory, 'totals.json')
  const { code } = await run(node, [tool('vitest'), 'run', '--passWithNoTests', ...files], {
    cwd: root,
    env: { ...environment, ...settings, TEST_TOTALS_FILE: file },
  })
  const totals = readTotals(file) ?? { files: {}, unhandled: code === 0 ? 0 : 1 }
  rmSync(directory, { recursive: true, force: true })
  // A fault outside every test, such as in the shared set-up, must not pass as success.
  const seen = totals.unhandled > 0 || Object.values(totals.files).some(({ failed }) => failed > 0)
  return code !== 0 && !seen ? { ...totals, unhandled: 1 } : totals
}

function result({ files, unhandled }) {
  const totals = { passed: 0, failed: unhandled, skipped: 0 }
  for (const file of Object.values(files)) add(totals, file)
  return { code: totals.failed === 0 ? 0 : 1, totals }
}

function readTotals(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function quiet({ node, environment }, args) {
  return run(node, args, { quiet: true, cwd: root, env: environment })
}

function add(sum, totals) {
  for (const key of Object.keys(sum)) sum[key] += totals[key]
}
