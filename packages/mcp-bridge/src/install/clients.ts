import { join } from 'node:path'
import type { Environment } from '../config.ts'

interface Place {
  environment: Environment
  platform: NodeJS.Platform
  home: string
  /** The folder that the command was called in. */
  folder: string
}

/** An application that starts the bridge. */
export interface Client {
  title: string
  /** The member of its file that holds servers. */
  member: 'mcpServers' | 'servers'
  file(place: Place): string
  /** Members of an entry besides the command. */
  extra?: Record<string, unknown>
  /** What to do after the change. */
  next: string
}

export const CLIENTS: Record<string, Client> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    member: 'mcpServers',
    file: (place) => join(applications(place), 'Claude', 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop and start it again.',
  },
  'claude-code': {
    title: 'Claude Code',
    member: 'mcpServers',
    extra: { type: 'stdio' },
    file: ({ folder }) => join(folder, '.mcp.json'),
    next: 'Start claude in this folder and agree to the server.',
  },
  cursor: {
    title: 'Cursor',
    member: 'mcpServers',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    next: 'Cursor picks it up by itself: see Settings > MCP.',
  },
  vscode: {
    title: 'VS Code',
    member: 'servers',
    extra: { type: 'stdio' },
    file: (place) => join(applications(place), 'Code', 'User', 'mcp.json'),
    next: 'VS Code picks it up by itself: run "MCP: List Servers".',
  },
}

/** Where applications keep their settings. */
function applications({ environment, platform, home }: Place): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return environment.APPDATA || join(home, 'AppData', 'Roaming')
  return environment.XDG_CONFIG_HOME || join(home, '.config')
}
