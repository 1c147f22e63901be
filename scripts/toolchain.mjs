import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Failure, run, showProgress } from './process.mjs'
import { root } from './workspace.mjs'

const nodeVersion = '24.21.0'
const home = join(root, '.toolchain')
const windows = process.platform === 'win32'

/**
 * Finds or fetches the Node and the pnpm that this checkout is developed with.
 * `environment` lets programs started with it find both by their plain names.
 */
export async function prepareToolchain() {
  const node = isSupported(process.versions.node) ? process.execPath : await fetchNode()
  const pnpm = await fetchPnpm()
  const shims = writeShim(node, pnpm)
  const path = [shims, dirname(node), process.env.PATH].join(delimiter)
  const quietTools = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  return { node, pnpm, environment: { ...process.env, ...quietTools, PATH: path } }
}

/** Asks npm: only npm knows all the places where a machine's registry and certificates can be configured. */
export async function registrySettings() {
  const { code, output } = await npm(['config', 'list', '--json', '--loglevel=silent'])
  const settings = code === 0 ? JSON.parse(output) : {}
  const names = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy']
  const set = names.filter((name) => typeof settings[name] === 'string' && settings[name] !== '')
  return Object.fromEntries(set.map((name) => [`pnpm_config_${name.replace('-', '_')}`, settings[name]]))
}

/** The tools' own ranges leave out the odd majors, and the first minors of the even ones. */
function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 22 && minor >= 19) || (major === 24 && minor >= 11) || major >= 26
}

async function fetchNode() {
  const platform = windows ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const node = join(await fetchPackage(name, nodeVersion), 'bin', windows ? 'node.exe' : 'node')
  const { code, output } = await run(node, ['--version'], { quiet: true })
  if (code !== 0) throw new Failure(`Node ${nodeVersion} does not run on this machine: ${output.trim()}`)
  return node
}

async function fetchPnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = packageManager.replace(/^pnpm@/, '')
  return join(await fetchPackage('pnpm', version), 'bin', 'pnpm.mjs')
}

/** Fetches a package with its dependencies, once. @returns its folder */
export async function fetchPackage(name, version) {
  const directory = join(home, `${name}-${version}`)
  const installed = join(directory, 'node_modules', name)
  if (existsSync(installed)) return installed

  const progress = showProgress(`Fetching ${name} ${version}`)
  // Renamed when complete: an interrupted download is never taken for a tool.
  const partial = `${directory}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  // The package may ask for a newer Node than this one: what is fetched runs under the Node that is fetched with it.
  const flags = [
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--engine-strict=false',
  ]
  const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=3000']
  const { code, output } = await npm(['install', `--prefix=${partial}`, ...flags, ...retries, `${name}@${version}`])
  progress.end()
  // Nothing is compiled: a third of Node is its headers.
  rmSync(join(partial, 'node_modules', name, 'include'), { recursive: true, force: true })
  // Another process can have been quicker.
  if (code === 0 && !existsSync(directory)) renameSync(partial, directory)
  rmSync(partial, { recursive: true, force: true })
  if (code !== 0)
    throw new Failure(
      `Could not fetch ${name} ${version} from the package registry${reason(output)}. Is the network up?`,
    )
  return installed
}

function npm(args) {
  const script = process.env.npm_execpath ?? ''
  const options = { quiet: true, cwd: root }
  if (script.endsWith('npm-cli.js')) return run(process.execPath, [script, ...args], options)
  return run('npm', args, { ...options, shell: windows })
}

/** npm's and pnpm's code for a fault, such as ENOTFOUND, in brackets. */
export function reason(output) {
  const code = /(?:\bcode |\[)([A-Z][A-Z_0-9]{4,})/.exec(output)
  return code ? ` (${code[1]})` : ''
}

/** A `pnpm` that runs under that Node, and so do the scripts that it starts; and that Node, for whoever puts the folder on their path. */
function writeShim(node, pnpm) {
  const directory = join(home, 'bin')
  mkdirSync(directory, { recursive: true })
  const path = dirname(node)
  writeProgram(
    join(directory, windows ? 'node.cmd' : 'node'),
    windows ? [`@"${node}" %*`, ''] : ['#!/bin/sh', `exec "${node}" "$@"`, ''],
  )
  const lines = windows
    ? ['@setlocal', `@set "PATH=${path};%PATH%"`, `@"${node}" "${pnpm}" %*`, '']
    : ['#!/bin/sh', `PATH="${path}:$PATH" exec "${node}" "${pnpm}" "$@"`, '']
  writeProgram(join(directory, windows ? 'pnpm.cmd' : 'pnpm'), lines)
  return directory
}

/** Renamed when complete: another process may be starting the same program. */
function writeProgram(path, lines) {
  const partial = `${path}.${process.pid}.partial`
  writeFileSync(partial, lines.join(windows ? '\r\n' : '\n'), { mode: 0o755 })
  renameSync(partial, path)
}
