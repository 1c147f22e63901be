import { delimiter, dirname } from 'node:path'

const PACKAGE = '@handrail/mcp-bridge'

/** The command line that starts this program again in the same way. */
export function commandOf({
  script,
  node,
  environment,
}: {
  script: string
  node: string
  environment: Readonly<Record<string, string | undefined>>
}) {
  if (/[\\/]_npx[\\/]/.test(script)) return `npx ${PACKAGE}`
  const isOnPath = (environment.PATH ?? environment.Path ?? '').split(delimiter).includes(dirname(script))
  if (isOnPath && /[\\/]mcp-bridge$/.test(script)) return 'mcp-bridge'
  return `${quoted(node)} ${quoted(script)}`
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
