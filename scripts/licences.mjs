// Writes dist/THIRD-PARTY-LICENSES.txt of the package in this folder: the notices of all packages of which something is in its
// bundle. Their licences ask for it. Run it after tsup, which lists them in a metafile.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const metafile = 'dist/metafile-esm.json'

/** The folder of the package that a bundled file belongs to. */
function packageOf(file) {
  const [, inside] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? []
  return inside && resolve(inside)
}

function noticeOf(path) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one))
  const by = typeof author === 'string' ? author : author?.name
  const text = file
    ? readFileSync(join(path, file), 'utf8').trim()
    : `License: ${license}${by ? `\nCopyright (c) ${by}` : ''}`
  return { name, text: `${name} ${version} (${license})\n\n${text}` }
}

const { inputs } = JSON.parse(readFileSync(metafile, 'utf8'))
const packages = new Set(
  Object.keys(inputs)
    .map(packageOf)
    .filter((path) => path && existsSync(join(path, 'package.json'))),
)
const notices = [...packages].map(noticeOf).sort((one, other) => one.name.localeCompare(other.name))
const { name } = JSON.parse(readFileSync('package.json', 'utf8'))
const title = `${name} contains parts of these packages, each under its own licence.`
writeFileSync(
  'dist/THIRD-PARTY-LICENSES.txt',
  `${[title, ...notices.map(({ text }) => text)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
)
rmSync(metafile)
