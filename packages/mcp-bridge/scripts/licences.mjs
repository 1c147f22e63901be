// Writes dist/THIRD-PARTY-LICENSES.txt: the notices of all packages of which something is in the bundle. Their licences ask for it.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../', import.meta.url))
const metafile = join(folder, 'dist/metafile-esm.json')

/** The folder of the package that a bundled file belongs to. */
function packageOf(file) {
  const [, inside] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? []
  return inside && resolve(folder, inside)
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
const title = 'mcp-bridge contains parts of these packages, each under its own licence.'
writeFileSync(
  join(dirname(metafile), 'THIRD-PARTY-LICENSES.txt'),
  `${[title, ...notices.map(({ text }) => text)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
)
rmSync(metafile)
