import { around, begun, linked, marked, type Replacement, type Selected } from './replacements.ts'

/** The actions on a text, as rich text or as Markdown. */
export const TEXT_ACTIONS = [
  'bold',
  'italic',
  'heading',
  'list',
  'numbered_list',
  'quote',
  'code',
  'divider',
  'link',
] as const
export type TextAction = (typeof TEXT_ACTIONS)[number]

/** The actions in Markdown. @param placeholder the text of a link if nothing is selected */
export function replacementOf(action: TextAction, selected: Selected, placeholder: string): Replacement {
  switch (action) {
    case 'bold':
      return marked(selected, '**')
    case 'italic':
      return marked(selected, '*')
    case 'heading':
      return begun(selected, () => '## ')
    case 'list':
      return begun(selected, () => '- ')
    case 'numbered_list':
      return begun(selected, (line) => `${line + 1}. `)
    case 'quote':
      return begun(selected, () => '> ')
    case 'code':
      return around(selected, '```')
    case 'divider':
      return begun({ ...selected, end: selected.start }, () => '---\n\n')
    case 'link':
      return linked(selected, placeholder)
  }
}
