import type { z } from 'zod'
import type { AssistantConfigurations } from '../assistants/configurations.ts'
import type { assistants } from './en.ts'

type Configurations = z.output<typeof AssistantConfigurations>
export type AssistantKey = keyof typeof assistants

/** A part of a sentence, at the mark of its name: another text in bold, or code. */
type AssistantMark = { text: AssistantKey } | { code: string }

export interface AssistantSentence {
  text: AssistantKey
  marks?: Readonly<Record<string, AssistantMark>>
}

/** A part of the instructions for one assistant. */
export type AssistantPart =
  | ({ is: 'sentence' } & AssistantSentence)
  | { is: 'steps'; steps: readonly AssistantSentence[] }
  /** Texts in a soft colour, one after the other. */
  | { is: 'note'; texts: readonly AssistantKey[] }
  /** Something to copy, with the name of a file or a text above it. */
  | { is: 'copy'; label: { text: AssistantKey } | { file: string }; content: string }
  /** A link that opens the assistant. */
  | { is: 'link'; text: AssistantKey; address: string }
  | { is: 'details'; summary: AssistantKey; parts: readonly AssistantPart[] }

interface AssistantGuide {
  id: string
  name: { text: AssistantKey } | { product: string }
  parts: readonly AssistantPart[]
}

const NODE: AssistantPart = { is: 'note', texts: ['node'] }

/** The instructions to connect each assistant, for the page of AI assistants. The texts are those of `assistants`. */
export function assistantGuides(made: Configurations): readonly AssistantGuide[] {
  return [claudeDesktop(made), claudeAi(made), claudeCode(made), cursor(made), vsCode(made), others(made)]
}

function claudeDesktop({ is_reachable, claude_desktop }: Configurations): AssistantGuide {
  const connector: AssistantPart = {
    is: 'sentence',
    text: 'desktop_connector',
    marks: { place: { text: 'connectors' } },
  }
  const config = {
    place: { text: 'developer' },
    button: { text: 'edit_config' },
    mac: { code: '~/Library/Application Support/Claude' },
    windows: { code: '%APPDATA%\\Claude' },
  } as const
  return {
    id: 'claude-desktop',
    name: { product: 'Claude Desktop' },
    parts: [
      ...(is_reachable ? [connector] : []),
      {
        is: 'steps',
        steps: [{ text: 'desktop_config', marks: config }, { text: 'add_this' }],
      },
      { is: 'copy', label: { file: 'claude_desktop_config.json' }, content: claude_desktop },
      { is: 'note', texts: ['quit', 'node'] },
    ],
  }
}

function claudeAi({ is_reachable, address }: Configurations): AssistantGuide {
  const marks = { place: { text: 'connectors' }, button: { text: 'add_connector' } } as const
  return {
    id: 'claude-ai',
    name: { product: 'claude.ai' },
    parts: is_reachable
      ? [
          { is: 'sentence', text: 'claude_ai', marks },
          { is: 'copy', label: { text: 'connector_url' }, content: address },
        ]
      : [{ is: 'sentence', text: 'not_reachable', marks: { address: { code: address } } }],
  }
}

function claudeCode({ claude_code, claude_code_file }: Configurations): AssistantGuide {
  return {
    id: 'claude-code',
    name: { product: 'Claude Code' },
    parts: [
      { is: 'copy', label: { text: 'in_terminal' }, content: claude_code },
      { is: 'sentence', text: 'claude_code', marks: { command: { code: '/mcp' } } },
      { is: 'copy', label: { file: '.mcp.json' }, content: claude_code_file },
    ],
  }
}

function cursor({ cursor: content, cursor_link }: Configurations): AssistantGuide {
  return {
    id: 'cursor',
    name: { product: 'Cursor' },
    parts: [
      { is: 'link', text: 'add_to_cursor', address: cursor_link },
      { is: 'sentence', text: 'cursor', marks: { file: { code: '.cursor/mcp.json' } } },
      { is: 'copy', label: { file: '~/.cursor/mcp.json' }, content },
    ],
  }
}

function vsCode({ vs_code, vs_code_link, vs_code_bridge }: Configurations): AssistantGuide {
  const label = { file: '.vscode/mcp.json' }
  return {
    id: 'vs-code',
    name: { product: 'VS Code' },
    parts: [
      { is: 'link', text: 'add_to_vs_code', address: vs_code_link },
      { is: 'sentence', text: 'vs_code' },
      { is: 'copy', label, content: vs_code },
      { is: 'details', summary: 'through_program', parts: [{ is: 'copy', label, content: vs_code_bridge }, NODE] },
    ],
  }
}

function others({ http, bridge, key }: Configurations): AssistantGuide {
  return {
    id: 'other',
    name: { text: 'others' },
    parts: [
      { is: 'sentence', text: 'speak_http' },
      { is: 'copy', label: { text: 'for_http' }, content: http },
      { is: 'sentence', text: 'start_program' },
      { is: 'copy', label: { text: 'for_program' }, content: bridge },
      NODE,
      {
        is: 'details',
        summary: 'no_browser',
        parts: [
          { is: 'sentence', text: 'key', marks: { command: { code: 'handrail create-key' } } },
          { is: 'copy', label: { text: 'with_key' }, content: key },
        ],
      },
    ],
  }
}
