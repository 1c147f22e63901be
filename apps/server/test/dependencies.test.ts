import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'

interface Component {
  name: string
  group?: string
  version: string
  purl: string
  licenses: { license?: { id?: string; name?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
}

interface Bom {
  bomFormat: string
  specVersion: string
  components: Component[]
}

const script = (name: string) => import(new URL(`../../../scripts/${name}.mjs`, import.meta.url).href)
const { sbomOf }: { sbomOf(toolchain: object, path: string): Promise<Bom> } = await script('sbom')
const { prepareToolchain }: { prepareToolchain(): Promise<object> } = await script('toolchain')

interface Manifest {
  name?: string
  version?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const ROOT = fileURLToPath(new URL('../package.json', import.meta.url))
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** The manifest of a package as one that depends on it would find it; undefined when it is not installed here. */
function findManifest(name: string, from: string): string | undefined {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    const path = join(folder, name, 'package.json')
    // Where the package really lies, its own dependencies are found.
    if (existsSync(path)) return realpathSync(path)
  }
  return undefined
}

/** The manifests of everything that comes with a package. */
function installed(path: string, seen = new Map<string, Manifest>()): Map<string, Manifest> {
  if (seen.has(path)) return seen
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  seen.set(path, manifest)
  for (const name of Object.keys(manifest.dependencies ?? {})) installed(findManifest(name, path) ?? name, seen)
  // An optional one is there for the platforms that it is made for.
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    const found = findManifest(name, path)
    if (found) installed(found, seen)
  }
  return seen
}

test('no dependency of the published packages has an install script', () => {
  const manifests = [...installed(ROOT).values()]
  expect(manifests.length).toBeGreaterThan(50)
  const running = manifests.filter(({ scripts }) => INSTALL_SCRIPTS.some((name) => scripts?.[name] !== undefined))
  expect(running.map(({ name }) => name)).toEqual([])
})

describe('the bill of materials of the service', () => {
  let components: Component[]
  beforeAll(async () => {
    const bom = await sbomOf(await prepareToolchain(), 'apps/server')
    components = bom.components
    expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.6'])
  })
  const nameOf = ({ name, group }: Component) => (group === undefined ? name : `${group}/${name}`)
  const isBundled = ({ properties = [] }: Component) => properties.some(({ name }) => name === 'handrail:bundled')

  test('has every package that is installed with it, with its version and licence', () => {
    const listed = new Map(components.map((each) => [`${nameOf(each)}@${each.version}`, each]))
    const missing = [...installed(ROOT).values()]
      .filter(({ name }) => name !== 'handrail')
      .filter(({ name, version }) => !listed.has(`${name}@${version}`))
    expect(missing.map(({ name, version }) => `${name}@${version}`)).toEqual([])
    const bare = components.filter(({ version, purl, licenses }) => !version || !purl || !(licenses.length > 0))
    expect(bare.map(nameOf)).toEqual([])
    for (const { licenses } of components)
      for (const { license, expression } of licenses) expect(license?.id ?? license?.name ?? expression).toMatch(/\w/)
  })

  test('has what is bundled, of the service and of its parts, each once', () => {
    const names = components.filter(isBundled).map(nameOf)
    expect(names).toEqual(
      expect.arrayContaining([
        'drizzle-orm',
        '@aws-sdk/client-s3',
        '@modelcontextprotocol/server',
        'react-dom',
        '@fontsource-variable/inter',
      ]),
    )
    expect(components.map(nameOf)).toContain('@scalar/fastify-api-reference')
    const purls = components.map(({ purl }) => purl)
    expect(purls).toHaveLength(new Set(purls).size)
  })
})

test('every published package has a bill of materials of its own', async () => {
  const { components } = await sbomOf(await prepareToolchain(), 'packages/client')
  expect(components.map(({ purl }) => purl)).not.toContain('pkg:npm/fastify')
})
