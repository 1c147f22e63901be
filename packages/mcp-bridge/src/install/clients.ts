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
  member: 'mcpServers' | 'servers' | 'mcp_servers'
  format: 'json' | 'toml'
  file(place: Place): string
  /** Members of an entry besides the command. */
  extra?: Record<string, unknown>
  /** The step after the change. */
  next: string
}

const json = { member: 'mcpServers', format: 'json' } as const

export const CLIENTS: Record<string, Client> = {
  'claude-desktop': {
    ...json,
    title: 'Claude Desktop',
    file: (place) => join(applications(place), 'Claude', 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop and start it again.',
  },
  'claude-code': {
    ...json,
    title: 'Claude Code, in this folder',
    extra: { type: 'stdio' },
    file: ({ folder }) => join(folder, '.mcp.json'),
    next: 'Start claude in this folder and agree to the server.',
  },
  'claude-code-user': {
    ...json,
    title: 'Claude Code, in every folder',
    extra: { type: 'stdio' },
    file: ({ home }) => join(home, '.claude.json'),
    next: 'Quit claude and start it again.',
  },
  cursor: {
    ...json,
    title: 'Cursor',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    next: 'Cursor picks it up by itself: see Settings > MCP.',
  },
  vscode: {
    ...json,
    title: 'VS Code',
    member: 'servers',
    extra: { type: 'stdio' },
    file: (place) => join(applications(place), 'Code', 'User', 'mcp.json'),
    next: 'VS Code picks it up by itself: run "MCP: List Servers".',
  },
  windsurf: {
    ...json,
    title: 'Windsurf',
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    next: 'Refresh the servers in Windsurf: Settings > Cascade > MCP Servers.',
  },
  'gemini-cli': {
    ...json,
    title: 'Gemini CLI',
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    next: 'Start gemini again; /mcp lists its servers.',
  },
  'codex-cli': {
    title: 'Codex CLI',
    member: 'mcp_servers',
    format: 'toml',
    file: ({ environment, home }) => join(environment.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    next: 'Start codex again; /mcp lists its servers.',
  },
}

/** Where applications keep their settings. */
function applications({ environment, platform, home }: Place): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return environment.APPDATA || join(home, 'AppData', 'Roaming')
  return environment.XDG_CONFIG_HOME || join(home, '.config')
}
