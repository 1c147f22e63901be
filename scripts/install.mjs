import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, run, say, showProgress } from './process.mjs'
import { pruneInstalled } from './prune.mjs'
import { reason, registrySettings } from './toolchain.mjs'
import { fingerprint, packages, root } from './workspace.mjs'

const stamp = join(root, 'node_modules', '.installed')

/** Without the tools of the tests, which are the larger part: the root has what the service is built with in its `dependencies`. */
const SERVICE = ['--prod', '--filter=handrail-workspace', '--filter=handrail...']

/**
 * Without it, pnpm fetches the metadata of each package (281 MB) to see that no version is younger than a day. The lockfile of a commit
 * has the hashes of what was reviewed with it; what changes the lockfile is checked by the installation of everything.
 */
const AS_REVIEWED = '--trust-lockfile'

const installSettings = {
  pnpm_config_confirm_modules_purge: 'false',
  // By default pnpm takes over ten minutes to find that there is no network.
  pnpm_config_fetch_retry_mintimeout: '1000',
  pnpm_config_fetch_retry_maxtimeout: '3000',
}

/**
 * Installs what the lockfile names, unless the last successful installation was of the same lockfile.
 * @param forService whether what the service needs suffices
 */
export async function installDependencies({ node, pnpm, environment }, forService) {
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  const scopes = forService ? ['all', 'service'] : ['all']
  if (scopes.some((scope) => scope === installed[0]) && installed[1] === state()) return
  // Where all has been installed before, it stays complete.
  const scope = forService && installed[0] !== 'all' ? 'service' : 'all'

  const progress = showProgress('Installing dependencies')
  // What was pruned is installed again.
  if (installed[0] === 'service' && scope === 'all')
    for (const path of ['.', ...packages()])
      await rm(join(root, path, 'node_modules'), { recursive: true, force: true })
  const settings = { ...installSettings, ...(await registrySettings()) }
  const selection = scope === 'service' ? [...SERVICE, AS_REVIEWED] : ['--prod=false']
  const flags = ['--frozen-lockfile', '--reporter=append-only', ...selection]
  const { code, output } = await run(node, [pnpm, 'install', ...flags], {
    quiet: true,
    cwd: root,
    env: { ...environment, ...settings },
    onOutput(text) {
      const [, downloaded] = /downloaded (\d+)[^\n]*\s*$/.exec(text) ?? []
      if (downloaded) progress.detail = `${downloaded} packages fetched`
    },
  })
  if (code === 0 && scope === 'service') await pruneInstalled(root)
  progress.end()
  if (code === 0) return writeFileSync(stamp, `${scope} ${state()}`)
  if (isNetworkFault(output)) throw new Failure(`Could not fetch the dependencies${reason(output)}. Is the network up?`)
  say(output)
  throw new Failure(`Could not install the dependencies${reason(output)}.`)
}

function isNetworkFault(output) {
  return /META_FETCH_FAIL|fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/.test(output)
}

/** The inputs of the installation, and when pnpm last wrote node_modules: a manual installation counts as a change. */
function state() {
  const manifests = packages().map((path) => `${path}/package.json`)
  const inputs = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]
  const record = join(root, 'node_modules', '.modules.yaml')
  const installed = existsSync(record) ? statSync(record).mtimeMs : 0
  return fingerprint(inputs, `${process.platform} ${process.arch} ${installed}`)
}
