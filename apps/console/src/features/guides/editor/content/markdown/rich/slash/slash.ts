import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** What was written after a slash at the beginning of a paragraph, and where that is. */
export interface Slash {
  query: string
  from: number
  to: number
}

/** Tells of a slash at the beginning of a paragraph, and hands keys over while there is a menu for it. */
export function slashPlugin(
  onSlash: (slash: Slash | undefined) => void,
  onKey: (event: KeyboardEvent) => boolean,
): Plugin {
  return new Plugin({
    props: { handleKeyDown: (_view, event) => onKey(event) },
    view: () => ({ update: (view) => onSlash(slashIn(view)), destroy: () => onSlash(undefined) }),
  })
}

function slashIn({ state }: EditorView): Slash | undefined {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined
  const [found, query = ''] = /^\/(\p{L}*)$/u.exec($from.parent.textBetween(0, $from.parentOffset)) ?? []
  if (found === undefined) return undefined
  return { query, from: $from.pos - found.length, to: $from.pos }
}
