import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, NodeSelection } from 'prosemirror-state'
import { type ActionTexts, newTable, type TextAction } from '../text-actions.ts'
import { opaqueBlock, richSchema } from './schema.ts'

// The schema is one constant with these names.
const node = (name: string) => richSchema.nodes[name] as NodeType
const mark = (name: string) => richSchema.marks[name] as MarkType

/** Turns a heading of a level into a paragraph, and any other block into such a heading. */
function heading(level: number): Command {
  return (state, dispatch) => {
    const { type, attrs } = state.selection.$from.parent
    const isHeading = type === node('heading') && attrs.level === level
    const turn = isHeading ? setBlockType(node('paragraph')) : setBlockType(node('heading'), { level })
    return turn(state, dispatch)
  }
}

/** Turns a paragraph into a quote that begins with a bold word. */
function tip(word: string): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    return wrapIn(node('blockquote'))(
      state,
      dispatch &&
        ((tr) => {
          const begin = tr.mapping.map($from.start(), -1)
          const inner = tr.doc.resolve(begin).parent.isTextblock ? begin : begin + 1
          tr.insert(inner, [richSchema.text(`${word}:`, [mark('strong').create()]), richSchema.text(' ')])
          dispatch(tr)
        }),
    )
  }
}

/** Inserts a table, and selects it to be written. */
function table(column: string): Command {
  return (state, dispatch) => {
    const { tr } = state
    tr.replaceSelectionWith(opaqueBlock(newTable(column)))
    const at = tr.mapping.map(state.selection.from, -1)
    tr.doc.nodesBetween(Math.max(0, at - 2), Math.min(tr.doc.content.size, at + 2), (found, place) => {
      if (found.type === node('kept')) tr.setSelection(NodeSelection.create(tr.doc, place))
    })
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Makes a list of a type, or ends the one that is there. */
function list(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const isInside = $from.depth > 1 && $from.node(-2).type === node(name)
    return isInside ? liftListItem(node('list_item'))(state, dispatch) : wrapInList(node(name))(state, dispatch)
  }
}

/** The command of an action of the buttons and the menu. */
export function commandOf(action: Exclude<TextAction, 'link'>, texts: ActionTexts): Command {
  if (action === 'tip') return tip(texts.tip)
  return action === 'table' ? table(texts.column) : ACTIONS[action]
}

/** The actions without texts. */
export const ACTIONS: Readonly<Record<Exclude<TextAction, 'link' | 'tip' | 'table'>, Command>> = {
  bold: toggleMark(mark('strong')),
  italic: toggleMark(mark('em')),
  heading: heading(2),
  subheading: heading(3),
  list: list('bullet_list'),
  numbered_list: list('ordered_list'),
  paragraph: chainCommands(setBlockType(node('paragraph')), lift),
  quote: wrapIn(node('blockquote')),
  code: setBlockType(node('code_block')),
  divider: (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(node('horizontal_rule').create()).scrollIntoView())
    return true
  },
}

/** Turns the selection into a link, or inserts the address as one. Without an address, it removes the link. */
export function linkTo(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const type = mark('link')
    if (href === '') dispatch?.(state.tr.removeMark(from, to, type))
    else if (empty) dispatch?.(state.tr.replaceSelectionWith(richSchema.text(href, [type.create({ href })]), false))
    else dispatch?.(state.tr.addMark(from, to, type.create({ href })))
    return true
  }
}

/** Sets the alternative text of an image. */
export function describeImage(at: number, alt: string): Command {
  return (state, dispatch) => {
    const image = state.doc.nodeAt(at)
    if (image?.type !== node('image')) return false
    const { tr } = state
    tr.setNodeMarkup(at, null, { ...image.attrs, alt })
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, at)))
    return true
  }
}

/** Shows another file in place of the selected image, whose alternative text stays. */
export function replaceImage(media: { name: string; url: string }): Command {
  return (state, dispatch) => {
    const { selection } = state
    if (!(selection instanceof NodeSelection) || selection.node.type !== node('image')) {
      return insertImage(media)(state, dispatch)
    }
    const { tr } = state
    tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, src: media.url })
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
    return true
  }
}

export function insertImage({ name, url }: { name: string; url: string }): Command {
  const alt = name.replace(/\.\w+$/, '')
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(node('image').create({ src: url, alt })))
    return true
  }
}
