import type { operations } from '@handrail/core'
import type { z } from 'zod'
import type { I18n } from '../i18n/i18n.ts'

/** Something to copy: into a file, a terminal or a field. */
export interface Snippet {
  label: string
  text: string
}

export type Configurations = ReturnType<typeof labelled>

/** The configurations of assistants with their labels. */
export function labelled(made: z.output<typeof operations.getAssistantConfigurations.output>['data'], { t }: I18n) {
  const { address, is_reachable: isReachable, cursor_link: cursorLink, vs_code_link: vsCodeLink } = made
  return {
    address,
    isReachable,
    claudeDesktop: { label: 'claude_desktop_config.json', text: made.claude_desktop },
    claudeCode: { label: t('assistants.in_terminal'), text: made.claude_code },
    claudeCodeFile: { label: '.mcp.json', text: made.claude_code_file },
    cursor: { label: '~/.cursor/mcp.json', text: made.cursor },
    cursorLink,
    vsCode: { label: '.vscode/mcp.json', text: made.vs_code },
    vsCodeLink,
    vsCodeBridge: { label: '.vscode/mcp.json', text: made.vs_code_bridge },
    http: { label: t('assistants.for_http'), text: made.http },
    bridge: { label: t('assistants.for_program'), text: made.bridge },
    key: { label: t('assistants.with_key'), text: made.key },
  }
}
