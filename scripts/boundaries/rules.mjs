import { consoleFolders, consoleLayers } from './console.mjs'
import { contractFiles } from './contract.mjs'
import { coreFolders } from './core.mjs'

/** Who may import which package of ours. `types` are those it may import by `import type` alone, but for their contract. */
const packages = {
  'packages/core': { values: [], types: [] },
  'packages/http': { values: ['packages/core'], types: [] },
  'packages/mcp-bridge': { values: [], types: [] },
  'apps/server': { values: ['packages/core', 'packages/http'], types: [] },
  'apps/console': { values: [], types: ['packages/core'] },
}

/** The part of the core for other programs, as data and types; its imports are in their bundles. */
const CONTRACT_ENTRY = '@handrail/core/contract'

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
]

function packageOrder({ from, to, specifier, typeOnly }) {
  const [own, other] = [packageOf(from), packageOf(to)]
  if (!packages[own]) return `${own} has no entry in scripts/boundaries/rules.mjs: say what it may import`
  if (!other || other === own || packages[own].values.includes(other)) return undefined
  if (!packages[own].types.includes(other)) return `${own} may not import ${other}`
  if (typeOnly || specifier === CONTRACT_ENTRY) return undefined
  return `${own} may import ${other} by \`import type\` only, or ${CONTRACT_ENTRY}`
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

/** Files of the contract import no package, and no file that does. */
function contractIsData({ from, to, typeOnly }, imports) {
  if (typeOnly || !contractFiles(imports).has(from) || to.startsWith('packages/core/src/')) return undefined
  return 'the contract is data: what it is made of may import files of the core alone, and no package'
}

const OPERATIONS = /^packages\/core\/src\/operations(?:\.ts|\/[\w-]+\.ts)$/
/** The sample calls the same operations as a team. */
const SAMPLE = 'packages/core/src/sample/fill.ts'
const PLACE = /^(packages\/core\/src\/.*)\/operations(?:\.ts|\/[\w-]+\.ts)$/

/** Where operations are is what their lists say: the files that it imports, for their values. */
function operationsApart({ from, to, typeOnly }, imports) {
  const holds = (file) => imports.some((one) => OPERATIONS.test(one.from) && one.to === file && !one.typeOnly)
  // A list may be a part of another.
  if (!holds(to) || (OPERATIONS.test(from) && OPERATIONS.test(to))) return undefined
  const [, resource] = PLACE.exec(to) ?? []
  if (!resource) return 'operations belong in operations.ts or in a folder operations'
  if (typeOnly || OPERATIONS.test(from) || from === SAMPLE || PLACE.exec(from)?.[1] === resource) return undefined
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

function packageOf(path) {
  return /^(?:packages|apps)\/[^/]+/.exec(path)?.[0]
}

function coreFolder(path) {
  return /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1]
}
