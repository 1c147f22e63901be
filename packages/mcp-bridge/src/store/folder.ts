import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BridgeError } from '../errors/bridge-error.ts'
import { errorCode } from '../errors/system-code.ts'
import { adviceFor } from '../errors/system-sentence.ts'

export interface ProcessContext {
  environment: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  /** The person's home folder. */
  home: string
}

/** Where credentials lie: `MCP_BRIDGE_HOME`, or the place that the system has for the state of programs. */
export function storeFolder({ environment, platform, home }: ProcessContext): string {
  if (environment.MCP_BRIDGE_HOME) return environment.MCP_BRIDGE_HOME
  return join(stateFolder({ environment, platform, home }), 'mcp-bridge')
}

function stateFolder({ environment, platform, home }: ProcessContext): string {
  if (environment.XDG_STATE_HOME) return environment.XDG_STATE_HOME
  if (platform === 'win32') return environment.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return join(home, '.local', 'state')
}

/**
 * Where `install` keeps a program that npx fetched: apart from the credentials, which may be deleted at any time.
 */
export function programFolder({ environment, platform, home }: ProcessContext): string {
  if (environment.XDG_DATA_HOME) return join(environment.XDG_DATA_HOME, 'mcp-bridge')
  if (platform === 'win32')
    return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Programs', 'mcp-bridge')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'mcp-bridge-program')
  return join(home, '.local', 'share', 'mcp-bridge')
}

/** Makes the folder for its owner alone; one that was there before is closed to others. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
  } catch (cause) {
    throw new BridgeError(
      'store_unusable',
      `The folder ${folder} cannot be written to: ${adviceFor(errorCode(cause))}; MCP_BRIDGE_HOME names another one.`,
      { cause },
    )
  }
}
