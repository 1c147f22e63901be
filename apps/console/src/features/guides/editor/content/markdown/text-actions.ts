import { around, begun, linked, marked, plain, type Replacement, type Selected } from './replacements.ts'

/** The actions that make blocks of a text. */
export const BLOCK_ACTIONS = [
  'heading',
  'subheading',
  'list',
  'numbered_list',
  'tip',
  'quote',
  'code',
  'divider',
  'table',
] as const

/** The kinds of paragraphs. */
export const BLOCK_KINDS = ['paragraph', 'heading', 'subheading', 'quote', 'code'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** An action on a text, as rich text or as Markdown. */
export type TextAction = 'bold' | 'italic' | 'link' | 'paragraph' | (typeof BLOCK_ACTIONS)[number]

/** The formatting at the cursor. */
export interface Format {
  block: BlockKind
  active: readonly TextAction[]
}

/** The texts that some actions insert, in the language of the page. */
export interface ActionTexts {
  /** The text of a link if nothing is selected. */
  link: string
  tip: string
  column: string
}

/** An empty table. */
export function newTable(column: string): string {
  return `| ${column} 1 | ${column} 2 |\n| --- | --- |\n|  |  |`
}

/** The actions in Markdown. */
export function replacementOf(action: TextAction, selected: Selected, texts: ActionTexts): Replacement {
  switch (action) {
    case 'bold':
      return marked(selected, '**')
    case 'italic':
      return marked(selected, '*')
    case 'paragraph':
      return plain(selected)
    case 'heading':
      return begun(selected, () => '## ')
    case 'subheading':
      return begun(selected, () => '### ')
    case 'list':
      return begun(selected, () => '- ')
    case 'numbered_list':
      return begun(selected, (line) => `${line + 1}. `)
    case 'tip':
      return begun(selected, (line) => (line === 0 ? `> **${texts.tip}:** ` : '> '))
    case 'quote':
      return begun(selected, () => '> ')
    case 'code':
      return around(selected, '```')
    case 'divider':
      return begun({ ...selected, end: selected.start }, () => '---\n\n')
    case 'table':
      return begun({ ...selected, end: selected.start }, () => `${newTable(texts.column)}\n\n`)
    case 'link':
      return linked(selected, texts.link)
  }
}
