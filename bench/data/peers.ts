import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Beside the databases of the bench: what is compared is no dependency of ours. */
const FOLDER = fileURLToPath(new URL('../.data/peers', import.meta.url))
const VERSIONS = { 'oidc-provider': '^9.5.0' }

/** Installs a package that people would use instead, without its install scripts. @returns the address of its module */
export function installPeer(name: keyof typeof VERSIONS): string {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: VERSIONS }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' })
  return pathToFileURL(createRequire(join(FOLDER, 'package.json')).resolve(name)).href
}
