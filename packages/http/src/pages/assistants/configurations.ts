import { isLoopbackHost, mcpResource, type Settings } from '@handrail/core'
import type { I18n } from '../i18n/i18n.ts'

/** The name of the server in the configurations of assistants. */
const NAME = 'handrail'

/** Something to copy: into a file, a terminal or a field. */
export interface Snippet {
  label: string
  text: string
}

export interface Configurations {
  /** The address of the endpoint. */
  address: string
  /** Whether a service on the internet can reach the endpoint, judging by the address. */
  isReachable: boolean
  claudeDesktop: Snippet
  claudeCode: Snippet
  claudeCodeFile: Snippet
  cursor: Snippet
  /** Opens Cursor, which asks whether to add the server. */
  cursorLink: string
  vsCode: Snippet
  vsCodeLink: string
  vsCodeBridge: Snippet
  http: Snippet
  bridge: Snippet
  key: Snippet
}

/** Ready configurations for the common assistants, with the address under which people reach the instance. */
export function configurationsFor(settings: Settings, { t }: I18n): Configurations {
  const address = mcpResource(settings)
  const remote = { type: 'http', url: address }
  const bridge = { command: 'npx', args: ['-y', '@handrail/mcp-bridge', address] }
  const file = (label: string, content: object) => ({ label, text: JSON.stringify(content, null, 2) })
  const servers = (server: object) => ({ mcpServers: { [NAME]: server } })
  const encoded = Buffer.from(JSON.stringify({ url: address })).toString('base64')
  return {
    address,
    isReachable: isReachable(settings),
    claudeDesktop: file('claude_desktop_config.json', servers(bridge)),
    claudeCode: { label: t('assistants.in_terminal'), text: `claude mcp add --transport http ${NAME} ${address}` },
    claudeCodeFile: file('.mcp.json', servers(remote)),
    cursor: file('~/.cursor/mcp.json', servers({ url: address })),
    cursorLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(encoded)}`,
    vsCode: file('.vscode/mcp.json', { servers: { [NAME]: remote } }),
    vsCodeLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...remote }))}`,
    vsCodeBridge: file('.vscode/mcp.json', { servers: { [NAME]: { type: 'stdio', ...bridge } } }),
    http: file(t('assistants.for_http'), servers(remote)),
    bridge: file(t('assistants.for_program'), servers(bridge)),
    key: file(t('assistants.with_key'), servers({ ...remote, headers: { Authorization: 'Bearer YOUR_API_KEY' } })),
  }
}

/** Services on the internet reach neither this computer nor a private network, and require TLS. */
function isReachable({ publicUrl }: Settings): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isPrivate =
    isLoopbackHost(hostname) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(hostname) ||
    /\.(local|internal|home\.arpa)$/.test(hostname) ||
    !hostname.includes('.')
  return protocol === 'https:' && !isPrivate
}
