import type { Call, CommandDefinition, CommandIo } from './commands/command.ts'
import type { SettingName } from './settings/settings.ts'

const CLIENT_NAMES =
  'claude-desktop, claude-code (this folder), claude-code-user, cursor, vscode, windsurf, gemini-cli or codex-cli'

/** Settings of commands that read what is stored, that talk to the server, and that sign in. */
const LOOKING: readonly SettingName[] = ['profile', 'store', 'home', 'token']
const TALKING: readonly SettingName[] = [
  ...LOOKING,
  ...(['headers', 'headerFile', 'allowHttp', 'ca', 'clientId', 'clientKey', 'clientKeyAlgorithm'] as const),
  'clientSecret',
  ...(['logFile', 'logLevel'] as const),
]
const SIGNING_IN: readonly SettingName[] = [
  ...TALKING,
  ...(['scopes', 'noBrowser', 'device', 'callbackHost', 'callbackPort', 'callbackPath', 'clientMetadataUrl'] as const),
  'browser',
  ...(['clientCredentials', 'resource', 'dpop', 'authorizeParameters'] as const),
]

/** Each is loaded only when it is called: serving has to start at once. */
export const COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'serve',
    isDefault: true,
    summary: 'Serves MCP on stdin and stdout; assistants start this command',
    examples: ['mcp-bridge https://onboarding.example.com/mcp', 'mcp-bridge https://example.com/mcp --read-only'],
    run: async (call) => (await import('./commands/serve.ts')).serve(call),
  },
  {
    name: 'install',
    summary: 'Writes the bridge into the settings of an application',
    options: {
      '--client <name>': CLIENT_NAMES,
      '--name <name>': 'name of the server in the settings; by default, its host and profile',
      '--file <file>': 'settings file, if it is not in the usual folder',
      '--yes': 'writes without asking',
      '--print': 'prints the entry and writes nothing',
    },
    examples: ['mcp-bridge install https://onboarding.example.com/mcp --client claude-desktop'],
    run: (call) => atTerminal(async (io) => (await import('./commands/install/install.ts')).install(call, io)),
  },
  {
    name: 'uninstall',
    summary: 'Removes the bridge from the settings of an application',
    options: {
      '--client <name>': CLIENT_NAMES,
      '--name <name>': 'name of the server in the settings, instead of its address and profile',
      '--file <file>': 'settings file, if it is not in the usual folder',
      '--yes': 'writes without asking',
    },
    settings: ['profile'],
    examples: ['mcp-bridge uninstall https://onboarding.example.com/mcp --client claude-desktop'],
    run: (call) => atTerminal(async (io) => (await import('./commands/install/uninstall.ts')).uninstall(call, io)),
  },
  {
    name: 'login',
    summary: 'Signs in ahead of time; over SSH, you paste the address that the browser shows at the end',
    options: { '--token': 'stores a token that you created yourself instead, read from stdin' },
    settings: SIGNING_IN,
    examples: [
      'mcp-bridge login https://onboarding.example.com/mcp',
      'mcp-bridge login https://example.com/mcp --no-browser',
    ],
    run: (call) =>
      atTerminal(async (io) => {
        const { settings, options, environment } = call
        const isRemote = Boolean(environment.SSH_CONNECTION || environment.SSH_TTY)
        const own = { noBrowser: settings.noBrowser, readToken: options.token === true, isRemote }
        await (await import('./commands/login.ts')).login({ ...(await authorizing(call)), ...own }, io)
      }),
  },
  {
    name: 'logout',
    summary: 'Revokes the sign-in at the server and deletes it',
    settings: TALKING,
    examples: ['mcp-bridge logout https://onboarding.example.com/mcp --profile work'],
    run: (call) => atTerminal(async (io) => (await import('./commands/logout.ts')).logout(await authorizing(call), io)),
  },
  {
    name: 'status',
    summary: 'Lists the stored sign-ins, without a request to any server',
    options: { '--json': 'prints it as JSON' },
    settings: LOOKING,
    examples: ['mcp-bridge status', 'mcp-bridge status https://onboarding.example.com/mcp --json'],
    run: (call) =>
      atTerminal(async (io) => {
        const { settings, options } = call
        const resource = call.address === undefined ? {} : { resource: (await authorizing(call)).resource }
        const own = { ...resource, profile: settings.profile, folder: await folderOf(call), store: settings.store }
        const json = options.json === true
        await (await import('./commands/status.ts')).status(
          { ...own, json, hasToken: settings.token !== undefined },
          io,
        )
      }),
  },
  {
    name: 'token',
    summary: 'Prints the access token, for requests with another program',
    options: { '--reveal': 'confirms that the secret is to be printed' },
    settings: TALKING,
    examples: ['mcp-bridge token https://onboarding.example.com/mcp --reveal'],
    run: (call) =>
      atTerminal(async (io) => {
        const reveal = call.options.reveal === true
        await (await import('./commands/token.ts')).token({ ...(await authorizing(call)), reveal }, io)
      }),
  },
  {
    name: 'accept',
    summary: 'Shows the differences of the tools that --pin withholds, and accepts them',
    settings: ['profile', 'home'],
    examples: ['mcp-bridge accept https://onboarding.example.com/mcp'],
    run: (call) => atTerminal(async (io) => (await import('./commands/accept.ts')).accept(await authorizing(call), io)),
  },
  {
    name: 'clear-cache',
    summary: 'Deletes every sign-in and all cached answers of servers',
    settings: ['home'],
    examples: ['mcp-bridge clear-cache'],
    run: (call) =>
      atTerminal(async (io) =>
        (await import('./commands/clear-cache.ts')).clearCache({ folder: await folderOf(call) }, io),
      ),
  },
  {
    name: 'doctor',
    summary: 'Checks the connection to the server, and reports what fails',
    settings: SIGNING_IN,
    examples: ['mcp-bridge doctor https://onboarding.example.com/mcp'],
    run: (call) => atTerminal(async (io) => (await import('./commands/doctor/doctor.ts')).doctor(call, io)),
  },
]

/** Commands can wait for the keychain, because a person is there to unlock it. */
const PROMPT_MS = 30_000

async function atTerminal(run: (io: CommandIo) => Promise<void>): Promise<void> {
  const terminal = (await import('./commands/terminal.ts')).openTerminal()
  try {
    await run(terminal)
  } finally {
    terminal.close()
  }
}

/** The options of the authorization of a call. */
async function authorizing(call: Call) {
  const { authorizing: options } = (await import('./commands/setup.ts')).setUp(call)
  return { ...options, keychainTimeoutMs: PROMPT_MS }
}

async function folderOf({ environment, platform }: Call): Promise<string> {
  const [{ storeFolder }, { homedir }] = await Promise.all([import('./store/folder.ts'), import('node:os')])
  return storeFolder({ environment, platform, home: homedir() })
}
