import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** The text after a slash at the beginning of a paragraph, and its position. */
export interface Slash {
  query: string
  from: number
  to: number
}

/** Reports a slash at the beginning of a paragraph, and passes keys to its menu while that is open. */
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
