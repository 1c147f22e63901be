import { mcpResource, type Settings } from '@handrail/core'
import { assistantConfigurations } from '@handrail/core/contract'
import type { I18n } from '../i18n/i18n.ts'

/** Something to copy: into a file, a terminal or a field. */
export interface Snippet {
  label: string
  text: string
}

export type Configurations = ReturnType<typeof configurationsFor>

/** The configurations of assistants with the address under which people reach the instance, and their labels. */
export function configurationsFor(settings: Settings, { t }: I18n) {
  const made = assistantConfigurations(mcpResource(settings))
  const { address, isReachable, cursorLink, vsCodeLink } = made
  return {
    address,
    isReachable,
    claudeDesktop: { label: 'claude_desktop_config.json', text: made.claudeDesktop },
    claudeCode: { label: t('assistants.in_terminal'), text: made.claudeCode },
    claudeCodeFile: { label: '.mcp.json', text: made.claudeCodeFile },
    cursor: { label: '~/.cursor/mcp.json', text: made.cursor },
    cursorLink,
    vsCode: { label: '.vscode/mcp.json', text: made.vsCode },
    vsCodeLink,
    vsCodeBridge: { label: '.vscode/mcp.json', text: made.vsCodeBridge },
    http: { label: t('assistants.for_http'), text: made.http },
    bridge: { label: t('assistants.for_program'), text: made.bridge },
    key: { label: t('assistants.with_key'), text: made.key },
  }
}
