import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, run } from './process.mjs'
import { packages, root } from './workspace.mjs'

/**
 * The bill of materials of a package in CycloneDX: every dependency that an installation has, as the lockfile has it, and every package
 * of which something is in the bundle of the package, or of a dependency of ours.
 * @param path of the package in the repository, such as `packages/core`; it is built
 */
export async function sbomOf({ node, pnpm, environment }, path) {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-sbom-'))
  try {
    const file = join(folder, 'sbom.json')
    const { name } = manifestOf(path)
    const options = [
      '--sbom-format',
      'cyclonedx',
      '--sbom-spec-version',
      '1.6',
      '--prod',
      '--filter',
      name,
      '--out',
      file,
    ]
    const { code, output } = await run(node, [pnpm, 'sbom', ...options], { quiet: true, cwd: root, env: environment })
    if (code !== 0) throw new Failure(`${output.trim()}\nThe bill of materials of ${name} could not be made.`)
    return withBundled(JSON.parse(readFileSync(file, 'utf8')), path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds what is bundled. What is installed as well is there already. */
function withBundled(bom, path) {
  const known = new Set(bom.components.map(({ purl }) => purl))
  const ours = packages().filter((one) => known.has(purlOf(manifestOf(one))))
  const bundled = [path, ...ours].flatMap(bundledIn).filter(({ purl }) => !known.has(purl) && known.add(purl))
  return { ...bom, components: [...bom.components, ...bundled] }
}

/** The notices that are distributed with a package, and how they name what they are of. */
const NOTICES = [
  // Of licences.mjs.
  { file: 'THIRD-PARTY-LICENSES.txt', heading: /^-{80}\n\n(\S+) (\S+) \((.+)\)$/gm },
  // Of Vite, for the console and the documentation.
  { file: 'LICENSES.md', heading: /^## (\S+) - (\S+) \((.+)\)$/gm },
  { file: 'handrail-files/documentation/LICENSES.md', heading: /^## (\S+) - (\S+) \((.+)\)$/gm },
]

/** The notices of single packages, which are dependencies of the root. */
const OF_ONE = [
  { file: 'handrail-files/viewer.LICENSE.txt', name: '@scalar/fastify-api-reference' },
  { file: 'handrail-files/inter.LICENSE.txt', name: '@fontsource-variable/inter' },
]

/** The packages in the bundle of a package, by the notices that are distributed with it. */
function bundledIn(path) {
  const dist = join(root, path, 'dist')
  const listed = NOTICES.filter(({ file }) => existsSync(join(dist, file))).flatMap(({ file, heading }) =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(heading)].map(([, name, version, license]) => ({
      name,
      version,
      license,
    })),
  )
  const single = OF_ONE.filter(({ file }) => existsSync(join(dist, file)))
  return [...listed, ...single.map(({ name }) => manifestOf(join('node_modules', name)))].map(componentOf)
}

function componentOf({ name, version, license }) {
  const purl = purlOf({ name, version })
  const licenses = /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
  const properties = [{ name: 'handrail:bundled', value: 'true' }]
  return { type: 'library', ...named(name), version, purl, 'bom-ref': purl, licenses, properties }
}

/** CycloneDX has the scope of a name apart. */
function named(name) {
  const [group, rest] = name.split('/')
  return rest === undefined ? { name } : { name: rest, group }
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function manifestOf(path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
}

/** Writes the bill of materials of a package beside its tarball. */
export async function writeSbom(toolchain, path, file) {
  writeFileSync(file, `${JSON.stringify(await sbomOf(toolchain, path), undefined, 2)}\n`)
}
