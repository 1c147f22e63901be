// Runs before the package in this folder is packed: copies folders of the repository, such as deploy, that belong into it as well.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

for (const name of process.argv.slice(2)) {
  rmSync(name, { recursive: true, force: true })
  cpSync(join(root, name), name, { recursive: true, filter: (path) => !path.includes('node_modules') })
}
