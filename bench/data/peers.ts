import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Beside the databases of the bench: what is compared is no dependency of ours. */
const FOLDER = fileURLToPath(new URL('../.data/peers/', import.meta.url))
const PACKAGES = {
  'oidc-provider': { 'oidc-provider': '^9.5.0' },
  feathers: {
    '@feathersjs/feathers': '^5.0.50',
    '@feathersjs/knex': '^5.0.50',
    '@feathersjs/koa': '^5.0.50',
    knex: '^3.3.0',
  },
  // It uses internals of the router that a later one has not: what its triggers save would fail unseen.
  'parse-server': { 'parse-server': '^9.10.0', router: '2.2.0' },
}

/** Installs what people would use instead, without install scripts. @returns its folder */
export function installPeer(name: keyof typeof PACKAGES): string {
  const folder = join(FOLDER, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES[name] }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  return folder
}

/** The address of a module that was installed in a folder. */
export function moduleOf(folder: string, name: string): string {
  return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href
}
