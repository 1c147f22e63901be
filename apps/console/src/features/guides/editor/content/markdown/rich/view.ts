import { baseKeymap } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { NodeType, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, type Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { plainHtml } from '../from-document.ts'
import { isPicture } from '../from-page.ts'
import { ACTIONS } from './actions.ts'
import { openText } from './document.ts'
import { keptView } from './kept-view.ts'
import { MARK_RULES } from './mark-rules.ts'
import { pastedMarkdown } from './pasted.ts'
import { toBecome } from './replace-text.ts'
import { richSchema } from './schema.ts'

interface Options {
  text: string
  /** Attributes of the field, such as its label. */
  attributes: Record<string, string>
  plugins: readonly Plugin[]
  /** The label of a block that is edited as Markdown. */
  keptLabel: string
  onChange(text: string): void
  /** @returns whether it takes them */
  onFiles(files: FileList): boolean
}

/** A text that is being written with marks. */
export interface RichView {
  view: EditorView
  /** The current text, in Markdown. */
  text(): string
  /** Shows the text after a change of somebody else, and keeps the cursor where it is. */
  become(text: string): void
  close(): void
}

// The schema is one constant with these names.
const node = (name: string) => richSchema.nodes[name] as NodeType

export function openView(place: HTMLElement, options: Options): RichView {
  const { text, attributes, plugins, keptLabel, onChange, onFiles } = options
  let opened = openText(text)
  let now = text
  const view: EditorView = new EditorView(place, {
    attributes: { role: 'textbox', 'aria-multiline': 'true', class: 'input rich', ...attributes },
    state: EditorState.create({ doc: opened.doc, plugins: [...plugins, ...writing()] }),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      if (!transaction.docChanged) return
      now = opened.textOf(view.state.doc)
      onChange(now)
    },
    nodeViews: { kept: keptView(keptLabel) },
    transformPastedHTML: plainHtml,
    // Undefined leaves it to the editor.
    clipboardTextParser: (pasted, context, isPlain) => (isPlain ? undefined : pastedMarkdown(pasted, context)) as Slice,
    handlePaste: (_view, { clipboardData }) => {
      if (!clipboardData) return false
      const html = clipboardData.getData('text/html')
      const isText = clipboardData.types.includes('text/plain') || (html !== '' && !isPicture(html))
      return isText ? false : onFiles(clipboardData.files)
    },
    handleDrop: (_view, { dataTransfer }) => (dataTransfer ? onFiles(dataTransfer.files) : false),
  })
  return {
    view,
    text: () => now,
    become(next) {
      view.updateState(view.state.apply(toBecome(view.state, openText(next).doc)))
      opened = openText(next, view.state.doc)
      now = next
    },
    close: () => view.destroy(),
  }
}

/** Keyboard shortcuts, and input rules that turn Markdown into formatting. */
function writing(): Plugin[] {
  const item = node('list_item')
  return [
    inputRules({
      rules: [
        ...MARK_RULES,
        wrappingInputRule(/^\s*>\s$/, node('blockquote')),
        wrappingInputRule(/^\s*[-+*]\s$/, node('bullet_list')),
        wrappingInputRule(/^1\.\s$/, node('ordered_list')),
        textblockTypeInputRule(/^(#{1,6})\s$/, node('heading'), (match) => ({ level: match[1]?.length ?? 1 })),
        textblockTypeInputRule(/^```$/, node('code_block')),
      ],
    }),
    history(),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': ACTIONS.bold,
      'Mod-i': ACTIONS.italic,
      Enter: splitListItem(item),
      // Tab moves to the next field, so these keys indent lists.
      'Mod-]': sinkListItem(item),
      'Mod-[': liftListItem(item),
    }),
    keymap(baseKeymap),
  ]
}
