import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'

/** A block that is edited as its Markdown, such as a table. */
export function keptView(label: string) {
  return (first: Node, view: EditorView, getPos: () => number | undefined): NodeView => {
    const field = document.createElement('textarea')
    field.className = 'kept'
    field.setAttribute('aria-label', label)
    field.spellcheck = false
    const show = (source: string) => {
      if (field.value !== source) field.value = source
      field.rows = source.split('\n').length
    }
    show(String(first.attrs.source))
    field.addEventListener('input', () => {
      const at = getPos()
      if (at !== undefined) view.dispatch(view.state.tr.setNodeMarkup(at, null, { source: field.value }))
    })
    field.addEventListener('keydown', (event) => {
      const at = getPos()
      if (event.key !== 'Backspace' || field.value !== '' || at === undefined) return
      event.preventDefault()
      view.dispatch(view.state.tr.delete(at, at + 1))
      view.focus()
    })
    return {
      dom: field,
      update(node) {
        if (node.type !== first.type) return false
        show(String(node.attrs.source))
        return true
      },
      selectNode: () => field.focus(),
      stopEvent: () => true,
      ignoreMutation: () => true,
    }
  }
}
