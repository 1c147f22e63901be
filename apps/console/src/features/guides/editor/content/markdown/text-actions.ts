import { around, begun, linked, marked, type Replacement, type Selected } from './replacements.ts'

/** What can be done with a text, written with marks or as Markdown. */
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

/** As they are done in Markdown. @param placeholder what a link says where nothing is selected */
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
