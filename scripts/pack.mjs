import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildAll } from './build.mjs'
import { Failure, run, say } from './process.mjs'
import { addressesOf, HOME } from './project.mjs'
import { writeSbom } from './sbom.mjs'
import { packages, root } from './workspace.mjs'

const usage = 'Name the folder for the packages: npm run pack -- FOLDER'

/** Builds all packages and writes what a release has: a tarball of each with its bill of materials, the bundle
 * for desktop applications, and their checksums. */
export async function pack(toolchain, [folder]) {
  if (!folder) throw new Failure(usage)
  const target = resolve(folder)
  mkdirSync(target, { recursive: true })
  const built = await buildAll(toolchain)
  if (built.code !== 0) throw new Failure(`${built.output}\nThe build failed.`)

  for (const path of published()) {
    const { node, pnpm, environment: env } = toolchain
    await step([node, pnpm, 'pack', '--pack-destination', target], { cwd: join(root, path), env })
    const tarball = tarballOf(join(root, path))
    if (HOME !== '') await writeAddresses(join(target, tarball), path, HOME)
    await writeSbom(toolchain, path, join(target, tarball.replace(/\.tgz$/, '.cdx.json')))
  }
  const bridge = join(root, 'packages', 'mcp-bridge')
  await step([toolchain.node, join(bridge, 'scripts', 'build-mcpb.mjs'), join(target, bundleOf(bridge))], {
    cwd: bridge,
    env: toolchain.environment,
  })
  const files = readdirSync(target).filter((name) => /\.(tgz|mcpb|cdx\.json)$/.test(name))
  const sums = files.map((name) => `${hash(join(target, name))}  ${name}\n`)
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))
  writeFileSync(join(target, 'RELEASE-NOTES.md'), releaseNotes())
  for (const name of files) say(name)
  return 0
}

/**
 * Writes the address of the project into the manifest of a tarball.
 * @param path of the package in the repository, such as `packages/core`
 */
export async function writeAddresses(tarball, path, home) {
  const stage = mkdtempSync(`${tarball}-`)
  try {
    await step(['tar', '-xzf', tarball, '-C', stage])
    const folder = join(stage, 'package')
    const manifest = { ...manifestOf(folder), ...addressesOf(path, home) }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
    await step(['tar', '-czf', tarball, '-C', stage, 'package'])
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** What the changelog of the service says of its version. */
function releaseNotes() {
  const server = join(root, 'apps', 'server')
  const { version } = manifestOf(server)
  const file = join(server, 'CHANGELOG.md')
  const sections = existsSync(file) ? readFileSync(file, 'utf8').split(/^## /m) : []
  const section = sections.find((text) => text.startsWith(`${version}\n`))
  return section?.slice(version.length).trim().concat('\n') ?? 'The changes are not in a changelog yet.\n'
}

/** The packages of the registry, those that others depend on first. */
function published() {
  const manifests = packages().map((path) => ({ path, ...manifestOf(join(root, path)) }))
  const open = manifests.filter((manifest) => !manifest.private)
  const depth = (name) => {
    const { dependencies = {} } = open.find((manifest) => manifest.name === name) ?? {}
    const own = Object.keys(dependencies).filter((other) => open.some((manifest) => manifest.name === other))
    return 1 + Math.max(0, ...own.map(depth))
  }
  return open.sort((one, other) => depth(one.name) - depth(other.name)).map(({ path }) => path)
}

async function step([command, ...args], options) {
  const { code, output } = await run(command, args, { quiet: true, ...options })
  if (code !== 0) throw new Failure(`${output.trim()}\nThe packages are not complete.`)
}

/** The name that pnpm gives to the tarball of a package. */
function tarballOf(folder) {
  const { name, version } = manifestOf(folder)
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

function bundleOf(bridge) {
  return `mcp-bridge-${manifestOf(bridge).version}.mcpb`
}

function manifestOf(path) {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
}

function hash(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
