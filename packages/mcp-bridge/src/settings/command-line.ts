import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The command line that starts this program again in the same way. */
export function commandOf({
  script,
  node,
  environment,
  read = readManifest,
}: {
  script: string
  node: string
  environment: Readonly<Record<string, string | undefined>>
  read?: (path: string) => unknown
}) {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(script) ?? []
  const fetched = folder && fetchedFrom(read(join(folder, 'package.json')))
  if (fetched) return `npx -y ${quoted(fetched)}`
  const isOnPath = (environment.PATH ?? environment.Path ?? '').split(delimiter).includes(dirname(script))
  if (isOnPath && /[\\/]mcp-bridge$/.test(script)) return 'mcp-bridge'
  return `${quoted(node)} ${quoted(script)}`
}

/** The package as npx was given it, such as the address of a tarball: npx records that beside what it has fetched. */
function fetchedFrom(manifest: unknown): string | undefined {
  const { _npx: { packages = [] } = {} } = (manifest ?? {}) as { _npx?: { packages?: unknown[] } }
  const [first] = packages
  return typeof first === 'string' ? first : undefined
}

function readManifest(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Another npm may keep no record, or another one: the path of the program is a command line as well.
    return undefined
  }
}

export interface CommandTarget {
  /** How this program is started; see `commandOf`. */
  command?: string
  resource: URL
  profile: string
}

/** A whole command line for a server and profile. */
export function commandLine(name: string, { command = 'mcp-bridge', resource, profile }: CommandTarget): string {
  return `${command} ${name} ${quoted(resource.href)}${profile === 'default' ? '' : ` --profile ${quoted(profile)}`}`
}

/** Shells of every system take double quotes; what only they would expand does not occur in paths and addresses here. */
function quoted(text: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(text) ? text : `"${text}"`
}
