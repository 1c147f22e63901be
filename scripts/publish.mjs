// Publishes the packages in a folder to the registry, those that others depend on first; flags are passed on to npm. A version that
// is there already is left out, so that a release that stopped halfway can be run again.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ORDER = [
  'handrail-core',
  'handrail-http',
  'handrail-console',
  'handrail-client',
  'handrail-mcp-bridge',
  'handrail',
]

const [folder, ...flags] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder of the packages: node scripts/publish.mjs FOLDER')
const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
// The registry checks the provenance of a package against the repository that it names.
if (!tarballs.every((name) => manifestIn(join(folder, name)).repository))
  throw new Error(
    `The packages name no repository: set HOME in scripts/project.mjs to its address, and run \`npm run pack -- ${folder}\` again`,
  )
const sorted = ORDER.map((name) => {
  const tarball = tarballs.find((file) => new RegExp(`^${name}-\\d`).test(file))
  if (!tarball) throw new Error(`${folder} has no package ${name}: run \`npm run pack -- ${folder}\` first`)
  return resolve(join(folder, tarball))
})

for (const tarball of sorted) {
  const { status, stderr } = npm(['publish', tarball, ...flags])
  if (status === 0) console.log(`published      ${tarball}`)
  else if (/EPUBLISHCONFLICT|cannot publish over|previously published/i.test(stderr))
    console.log(`already there  ${tarball}`)
  else {
    console.error(stderr)
    process.exit(1)
  }
}

function manifestIn(tarball) {
  const { stdout } = spawnSync('tar', ['-xOzf', tarball, 'package/package.json'], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

function npm(args) {
  return spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
