// Runs before the package in this folder is packed, and refuses what is not built.
import { existsSync, readFileSync } from 'node:fs'

const { name, bin = {}, exports = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const named = [bin, exports].flatMap(function pathsIn(value) {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([condition, inner]) => (condition === 'handrail-source' ? [] : pathsIn(inner)))
})
const missing = named.filter((path) => !existsSync(path))
if (missing.length > 0) {
  console.error(`${name} is not built: ${missing.join(', ')} is missing. Run \`npm run build\` in the checkout first.`)
  process.exitCode = 1
}
