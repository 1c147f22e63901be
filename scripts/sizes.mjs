import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileFaults } from './sizes/files.mjs'
import { functionFaults } from './sizes/functions.mjs'
import { root, sources } from './workspace.mjs'

const files = sources().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const faults = [...fileFaults(files), ...files.flatMap(functionFaults)]

for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} too long`)
process.exitCode = faults.length === 0 ? 0 : 1
