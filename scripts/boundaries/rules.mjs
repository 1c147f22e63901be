import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.mjs'
import { consoleFolders, consoleLayers } from './console.mjs'
import { contractFiles } from './contract.mjs'
import { coreFolders } from './core.mjs'

/** Who may import which package of ours. `types` are those it may import by `import type` alone, but for their contract. */
const packages = {
  'packages/client': { values: [], types: [] },
  'packages/core': { values: [], types: [] },
  'packages/http': { values: ['packages/core'], types: [] },
  'packages/mcp-bridge': { values: [], types: [] },
  'packages/mcp-views': { values: [], types: ['packages/core'] },
  'apps/server': { values: ['packages/core', 'packages/http'], types: [] },
  'apps/console': { values: [], types: ['packages/core'] },
}

/** The parts of the core for other programs, as data and types; their imports are in the bundles of those. */
const DATA_ENTRY = /^@handrail\/core\/(?:contract$|(?:pages|guide-templates)\/)/

/** Each rule answers what is wrong with an import, given all imports, or undefined. */
export const rules = [
  packageOrder,
  publicDoor,
  coreKnowsNoTransport,
  contractIsData,
  operationsApart,
  storageBelow,
  coreFolders,
  consoleLayers,
  consoleFolders,
  noTests,
  noTestTools,
]

function packageOrder({ from, to, specifier, typeOnly }) {
  const [own, other] = [packageOf(from), packageOf(to)]
  if (!packages[own]) return `${own} has no entry in scripts/boundaries/rules.mjs: say what it may import`
  if (!other || other === own || packages[own].values.includes(other)) return undefined
  if (!packages[own].types.includes(other)) return `${own} may not import ${other}`
  if (typeOnly || DATA_ENTRY.test(specifier)) return undefined
  return `${own} may import ${other} by \`import type\` only, or its contract, pages and templates of guides`
}

function publicDoor({ from, to, specifier }) {
  const other = packageOf(to)
  if (!other || other === packageOf(from) || !specifier.startsWith('.')) return undefined
  return `import another package by its name, not by its path`
}

function coreKnowsNoTransport({ from, to }) {
  if (packageOf(from) !== 'packages/core') return undefined
  const foreign = /^(fastify$|fastify\/|@fastify\/|@modelcontextprotocol\/|(node:)?process$)/.test(to)
  return foreign ? 'core knows no Fastify, no MCP SDK and no process' : undefined
}

/** Files of the contract import no package, and no file that does; those of pages import nothing. */
function contractIsData({ from, to, typeOnly }, imports) {
  if (typeOnly) return undefined
  if (from.startsWith('packages/core/src/pages/')) return 'pages are data: their files import types alone'
  if (!contractFiles(imports).has(from) || to.startsWith('packages/core/src/')) return undefined
  return 'the contract is data: what it is made of may import files of the core alone, and no package'
}

const OPERATIONS = /^packages\/core\/src\/operations(?:\.ts|\/[\w-]+\.ts)$/
/** The sample calls the same operations as a team. */
const SAMPLE = 'packages/core/src/sample/'
const PLACE = /^(packages\/core\/src\/.*)\/operations(?:\.ts|\/[\w-]+\.ts)$/

/** Where operations are is what their lists say: the files that it imports, for their values. */
function operationsApart({ from, to, typeOnly }, imports) {
  const holds = (file) => imports.some((one) => OPERATIONS.test(one.from) && one.to === file && !one.typeOnly)
  // A list may be a part of another.
  if (!holds(to) || (OPERATIONS.test(from) && OPERATIONS.test(to))) return undefined
  const [, resource] = PLACE.exec(to) ?? []
  if (!resource) return 'operations belong in operations.ts or in a folder operations'
  if (typeOnly || OPERATIONS.test(from) || from.startsWith(SAMPLE) || PLACE.exec(from)?.[1] === resource)
    return undefined
  return 'an operation may be used by others of its resource alone; share the store instead'
}

function storageBelow({ from, to }, imports) {
  const core = 'packages/core/src/'
  if (coreFolder(from) !== 'storage' || !to.startsWith(core)) return undefined
  const file = to.slice(core.length)
  if (file.startsWith('storage/') || file === 'errors.ts' || file === 'migrations.ts') return undefined
  if (contractFiles(imports).has(to)) return undefined
  return `storage may know errors.ts, migrations.ts and the contract of the core, not ${file}`
}

function noTests({ to }) {
  const isTest = /\.test\.tsx?$/.test(to) || /^([^/]+\/[^/]+\/)?test\//.test(to)
  return isTest ? 'sources may not import tests' : undefined
}

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** `npm start` installs what the packages and the root have in their `dependencies`, and nothing else. */
function noTestTools({ from, specifier, typeOnly }) {
  const [, name] = /^((?:@[^/]+\/)?[^/.][^/]*)/.exec(specifier) ?? []
  if (typeOnly || devDependencies[name] === undefined || ownPackages(packageOf(from)).includes(name)) return undefined
  return `\`npm start\` does not install ${name}: name it in the dependencies of the package, or of the root if it is bundled`
}

function ownPackages(path) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies })
}

function packageOf(path) {
  return /^(?:packages|apps)\/[^/]+/.exec(path)?.[0]
}

function coreFolder(path) {
  return /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1]
}
