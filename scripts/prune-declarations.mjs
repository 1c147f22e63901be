// Removes the declarations of the package in this folder that its public ones do not import. Run it after `tsc`: most of what
// that writes is of internal modules, with the types of queries in full, and nobody can import it.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.values(exports).flatMap(({ types }) => (types ? [join(types)] : []))
const declarations = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.d.ts'))
  .map((file) => join('dist', file))

const reached = new Set(entries)
// A set also yields what is added during the loop.
for (const file of reached) for (const imported of importsOf(file)) reached.add(imported)
for (const file of declarations) if (!reached.has(file)) rmSync(file)
console.log(`${reached.size} of ${declarations.length} declarations are public`)

/** The declarations that one imports. @throws when one of them is missing */
function importsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from\s+|import\(|import\s+)['"](\.[^'"]+)['"]/g)
  return [...found].map(([, path]) => {
    const imported = join(dirname(file), path.replace(/\.tsx?$|\.js$/, '.d.ts'))
    if (!existsSync(imported)) throw new Error(`${file} imports ${path}, which has no declaration`)
    return imported
  })
}
