import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { wrapInList } from 'prosemirror-schema-list'
import { type Command, NodeSelection } from 'prosemirror-state'
import type { TextAction } from '../text-actions.ts'
import { richSchema } from './schema.ts'

// The schema is one constant with these names.
const node = (name: string) => richSchema.nodes[name] as NodeType
const mark = (name: string) => richSchema.marks[name] as MarkType

/** Turns a heading into a paragraph, and any other block into a heading. */
const heading: Command = (state, dispatch) => {
  const isHeading = state.selection.$from.parent.type === node('heading')
  return isHeading
    ? setBlockType(node('paragraph'))(state, dispatch)
    : setBlockType(node('heading'), { level: 2 })(state, dispatch)
}

/** The actions of the buttons and the menu. */
export const ACTIONS: Readonly<Record<Exclude<TextAction, 'link'>, Command>> = {
  bold: toggleMark(mark('strong')),
  italic: toggleMark(mark('em')),
  heading,
  list: wrapInList(node('bullet_list')),
  numbered_list: wrapInList(node('ordered_list')),
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

export function insertImage({ name, url }: { name: string; url: string }): Command {
  const alt = name.replace(/\.\w+$/, '')
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(node('image').create({ src: url, alt })))
    return true
  }
}
