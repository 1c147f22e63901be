import { around, begun, linked, marked, type Replacement, type Selected } from './replacements.ts'

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

/** The actions on a text, as rich text or as Markdown. */
export const TEXT_ACTIONS = ['bold', 'italic', ...BLOCK_ACTIONS, 'link'] as const
export type TextAction = (typeof TEXT_ACTIONS)[number]

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
