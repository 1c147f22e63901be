import { LOG_LEVELS } from '../log/log.ts'

/** How a setting is given. A secret has no flag: other users of a machine see command lines. */
interface Setting {
  environment: string
  /** As commander writes it; repeatable flags collect. */
  flag?: string
  says: string
  default?: string
  /** The default, if it is not a plain value. */
  otherwise?: string
  kind: 'text' | 'token' | 'list' | 'lines' | 'switch' | 'number' | 'choice' | 'pairs'
  choices?: readonly string[]
  /** The highest number. */
  most?: number
}

/** Every setting. Flags, environment variables, help and the table of the README follow from it. */
const SETTINGS = {
  profile: {
    flag: '--profile <name>',
    environment: 'MCP_BRIDGE_PROFILE',
    says: 'Separates several accounts at one server',
    default: 'default',
    kind: 'text',
  },
  allowTools: {
    flag: '--allow-tool <pattern>',
    environment: 'MCP_BRIDGE_ALLOW_TOOLS',
    says: 'Shows and calls only these tools; `*` matches any characters; repeat it, or separate tools by commas',
    kind: 'list',
  },
  denyTools: {
    flag: '--deny-tool <pattern>',
    environment: 'MCP_BRIDGE_DENY_TOOLS',
    says: 'Hides and refuses these tools; same syntax as `--allow-tool`',
    kind: 'list',
  },
  readOnly: {
    flag: '--read-only',
    environment: 'MCP_BRIDGE_READ_ONLY',
    says: 'Shows and calls only tools that the server declares as read-only',
    kind: 'switch',
  },
  pin: {
    flag: '--pin <mode>',
    environment: 'MCP_BRIDGE_PIN',
    says: 'Compares tools with their first definitions: reports a changed tool, with the difference, before it is used (`warn`), or withholds changed and new tools until `mcp-bridge accept` (`strict`)',
    default: 'off',
    kind: 'choice',
    choices: ['strict', 'warn', 'off'],
  },
  scopes: {
    flag: '--scopes <scopes>',
    environment: 'MCP_BRIDGE_SCOPES',
    says: 'Requests these scopes at sign-in instead of those that the server suggests; separate them by spaces or commas',
    kind: 'list',
  },
  headers: {
    flag: '--header <header>',
    environment: 'MCP_BRIDGE_HEADERS',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what the person writes
    says: 'Also sends this header, as `Name: value`; `${NAME}` stands for an environment variable, which is where secrets belong; repeat it, or give several lines',
    kind: 'lines',
  },
  headerFile: {
    flag: '--header-file <file>',
    environment: 'MCP_BRIDGE_HEADER_FILE',
    says: 'Also sends the headers in this file, one per line',
    kind: 'text',
  },
  token: {
    environment: 'MCP_BRIDGE_TOKEN',
    says: 'Sends this token, which you created yourself, and never signs in',
    kind: 'token',
  },
  allowHttp: {
    flag: '--allow-http',
    environment: 'MCP_BRIDGE_ALLOW_HTTP',
    says: 'Permits http:// to other machines: anyone on the network path can read everything',
    kind: 'switch',
  },
  ca: {
    flag: '--ca <file>',
    environment: 'MCP_BRIDGE_CA',
    says: 'Trusts the certificates in this file (PEM) besides those of the system',
    kind: 'text',
  },
  toolTimeout: {
    flag: '--tool-timeout <seconds>',
    environment: 'MCP_BRIDGE_TOOL_TIMEOUT',
    says: 'How long a tool may take',
    default: '300',
    kind: 'number',
    // What timers of Node can wait, in milliseconds, has 31 bits.
    most: 2_147_483,
  },
  store: {
    flag: '--store <kind>',
    environment: 'MCP_BRIDGE_STORE',
    says: 'Where credentials are stored: `keychain`, `file`, `memory`, or `auto`, which uses the keychain if there is one',
    default: 'auto',
    kind: 'choice',
    choices: ['auto', 'keychain', 'file', 'memory'],
  },
  home: {
    environment: 'MCP_BRIDGE_HOME',
    says: 'Folder for credentials and cached answers of servers',
    otherwise: 'the default folder of the system',
    kind: 'text',
  },
  browser: {
    environment: 'MCP_BRIDGE_BROWSER',
    says: 'Program that opens the sign-in address',
    otherwise: "the system's browser",
    kind: 'text',
  },
  noBrowser: {
    flag: '--no-browser',
    environment: 'MCP_BRIDGE_NO_BROWSER',
    says: 'Never opens a browser: shows the address, and asks you to paste the address that the browser shows at the end',
    kind: 'switch',
  },
  device: {
    flag: '--device',
    environment: 'MCP_BRIDGE_DEVICE',
    says: 'Signs in with a code on another device, if the server supports it',
    kind: 'switch',
  },
  callbackHost: {
    flag: '--callback-host <host>',
    environment: 'MCP_BRIDGE_CALLBACK_HOST',
    says: 'Name of this machine in the redirect address: `127.0.0.1` or `localhost`',
    default: '127.0.0.1',
    kind: 'choice',
    choices: ['127.0.0.1', 'localhost'],
  },
  callbackPort: {
    flag: '--callback-port <port>',
    environment: 'MCP_BRIDGE_CALLBACK_PORT',
    says: 'Port of the redirect address, for servers that require a fixed one and for `ssh -L`',
    otherwise: 'a free one',
    kind: 'number',
    most: 65_535,
  },
  callbackPath: {
    flag: '--callback-path <path>',
    environment: 'MCP_BRIDGE_CALLBACK_PATH',
    says: 'Path of the redirect address, for clients that were registered with another one',
    default: '/callback',
    kind: 'text',
  },
  clientId: {
    flag: '--client-id <id>',
    environment: 'MCP_BRIDGE_CLIENT_ID',
    says: 'OAuth client that the operator of the server registered for you',
    kind: 'text',
  },
  clientSecret: {
    environment: 'MCP_BRIDGE_CLIENT_SECRET',
    says: 'Secret of the OAuth client',
    kind: 'text',
  },
  clientKey: {
    flag: '--client-key <file>',
    environment: 'MCP_BRIDGE_CLIENT_KEY',
    says: 'Private key of that client (PKCS #8 in PEM), instead of a secret',
    kind: 'text',
  },
  clientKeyAlgorithm: {
    flag: '--client-key-algorithm <name>',
    environment: 'MCP_BRIDGE_CLIENT_KEY_ALGORITHM',
    says: 'Algorithm with which that key signs',
    default: 'ES256',
    kind: 'choice',
    choices: ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'],
  },
  clientMetadataUrl: {
    flag: '--client-metadata-url <url>',
    environment: 'MCP_BRIDGE_CLIENT_METADATA_URL',
    says: 'Address of a Client ID Metadata Document to use as the client',
    kind: 'text',
  },
  clientCredentials: {
    flag: '--client-credentials',
    environment: 'MCP_BRIDGE_CLIENT_CREDENTIALS',
    says: 'Signs in as the client itself, without a person',
    kind: 'switch',
  },
  resource: {
    flag: '--resource <uri>',
    environment: 'MCP_BRIDGE_RESOURCE',
    says: 'Sends this as `resource` (RFC 8707) at the sign-in, or nothing with `none`',
    otherwise: 'what the server says',
    kind: 'text',
  },
  dpop: {
    flag: '--dpop <mode>',
    environment: 'MCP_BRIDGE_DPOP',
    says: "Whether tokens are bound to a key (DPoP): `auto` where the server's metadata asks for it, `always` or `never`",
    default: 'auto',
    kind: 'choice',
    choices: ['auto', 'always', 'never'],
  },
  authorizeParameters: {
    flag: '--authorize-param <name=value>',
    environment: 'MCP_BRIDGE_AUTHORIZE_PARAMS',
    says: 'Also sends this parameter when the sign-in begins; repeat it, or give several lines',
    kind: 'pairs',
  },
  logFile: {
    flag: '--log-file <file>',
    environment: 'MCP_BRIDGE_LOG_FILE',
    says: 'Writes the log to this file instead of stderr; at most four files of a megabyte',
    kind: 'text',
  },
  logLevel: {
    flag: '--log-level <level>',
    environment: 'MCP_BRIDGE_LOG_LEVEL',
    says: 'Level of logging: `debug`, `info`, `warn`, `error` or `silent`',
    default: 'warn',
    kind: 'choice',
    choices: LOG_LEVELS,
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

type Value<K extends Setting['kind'], S> = K extends 'list' | 'lines'
  ? readonly string[]
  : K extends 'pairs'
    ? Readonly<Record<string, string>>
    : K extends 'switch'
      ? boolean
      :
          | (K extends 'number' ? number : K extends 'choice' ? ChoiceOf<S> : string)
          | (S extends { default: string } ? never : undefined)
type ChoiceOf<S> = S extends { choices: readonly (infer C)[] } ? C : string

/** The settings as they are for this run. */
export type Settings = { [N in SettingName]: Value<(typeof SETTINGS)[N]['kind'], (typeof SETTINGS)[N]> }

export function aboutSetting(name: SettingName): Setting {
  return SETTINGS[name]
}
