import type { ResolvedPos } from 'prosemirror-model'
import { type EditorState, Plugin } from 'prosemirror-state'
import type { BlockKind, Format, TextAction } from '../text-actions.ts'
import { richSchema } from './schema.ts'

/** Reports the formatting at the cursor when it becomes another. */
export function formatPlugin(onFormat: (format: Format) => void): Plugin {
  let reported = ''
  const report = (state: EditorState) => {
    const format = formatAt(state)
    const text = JSON.stringify(format)
    if (text === reported) return
    reported = text
    onFormat(format)
  }
  return new Plugin({
    view: ({ state }) => {
      report(state)
      return { update: (view) => report(view.state) }
    },
  })
}

function formatAt({ selection, storedMarks, doc }: EditorState): Format {
  const { $from, from, to, empty } = selection
  const marks = [
    ['bold', 'strong'],
    ['italic', 'em'],
    ['link', 'link'],
  ] as const
  const isActive = (name: string) => {
    const type = richSchema.marks[name]
    if (!type) return false
    return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
  }
  const active: TextAction[] = marks.filter(([, mark]) => isActive(mark)).map(([action]) => action)
  const list = listAround($from)
  if (list) active.push(list)
  return { block: blockAt($from), active }
}

function blockAt($from: ResolvedPos): BlockKind {
  const { type, attrs } = $from.parent
  if (type.name === 'heading') return attrs.level <= 2 ? 'heading' : 'subheading'
  if (type.name === 'code_block') return 'code'
  return ancestors($from).includes('blockquote') ? 'quote' : 'paragraph'
}

function listAround($from: ResolvedPos): 'list' | 'numbered_list' | undefined {
  const nearest = ancestors($from).findLast((name) => name.endsWith('_list'))
  return nearest === undefined ? undefined : nearest === 'bullet_list' ? 'list' : 'numbered_list'
}

function ancestors($from: ResolvedPos): string[] {
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name)
}
