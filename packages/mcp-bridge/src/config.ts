import { commandOf } from './settings/command-line.ts'

/** The arguments and the environment of the process. */
export interface ProcessContext {
  args: string[]
  environment: Environment
  platform: NodeJS.Platform
  /** The absolute paths of Node and of this program. */
  node: string
  script: string
  /** The command line to start it again. */
  command: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Takes what the program was started with and in: the only place that looks. Our settings, of which some are secret, are
 * taken out of the environment, so that no program that is started from here inherits them.
 */
export function takeProcessContext(): ProcessContext {
  const { argv, env, execPath: node, platform } = process
  const environment = { ...env }
  for (const name of Object.keys(env)) if (name.startsWith('MCP_BRIDGE_')) delete env[name]
  const script = argv[1] ?? ''
  return { args: argv.slice(2), script, environment, node, platform, command: commandOf({ script, node, environment }) }
}

/** Programs, and the browser among them, cannot do without these, whatever else they are used for. */
const NEEDED =
  /^(?:XDG_|DBUS_|LC_|WSL|(?:PATH|HOME|USER|LOGNAME|SHELL|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|LANG|TMP|TEMP|TMPDIR|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE)$)/i

/** Takes variables with secrets out of the environment, once they are read. */
export function forgetVariables(names: readonly string[]): void {
  for (const name of names) if (!NEEDED.test(name)) delete process.env[name]
}
