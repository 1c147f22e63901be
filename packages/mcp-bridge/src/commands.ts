import type { Environment } from './config.ts'
import type { Settings } from './settings.ts'

/** One call of a command. */
export interface Call {
  /** The server's address as it was given, if it was. */
  address: string | undefined
  settings: Settings
  /** Flags of the command alone, by attribute. */
  options: Readonly<Record<string, unknown>>
  environment: Environment
  platform: NodeJS.Platform
  /** The absolute paths of Node and of this program. */
  node: string
  script: string
}

export interface CommandDefinition {
  name: string
  summary: string
  isDefault?: boolean
  /** Flags of this command alone, as commander writes them, with what they say. */
  options?: Readonly<Record<string, string>>
  examples: readonly string[]
  run(call: Call): Promise<void>
}

/** Each is loaded when it is called: serving has to start at once. */
export const COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'serve',
    isDefault: true,
    summary: 'Serves MCP on stdin and stdout, as an assistant starts it',
    examples: ['mcp-bridge https://onboarding.example.com/mcp', 'mcp-bridge https://example.com/mcp --read-only'],
    run: async (call) => (await import('./commands/serve.ts')).serve(call),
  },
]
