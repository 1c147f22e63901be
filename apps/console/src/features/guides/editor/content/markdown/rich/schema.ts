import {
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  MarkdownParser,
  MarkdownSerializer,
  schema,
} from 'prosemirror-markdown'
import { type Node, Schema } from 'prosemirror-model'
import { tableSource } from '../from-document.ts'

/** The schema of rich text. A block that it cannot express is one opaque node. */
export const richSchema: Schema = new Schema({
  nodes: schema.spec.nodes.addToEnd('kept', {
    group: 'block',
    atom: true,
    attrs: { source: {} },
    // What is pasted: of what a document can have, tables alone are nothing that marks say.
    parseDOM: [{ tag: 'table', getAttrs: (table) => ({ source: tableSource(table) }) }],
    toDOM: (node) => ['pre', { class: 'kept', contenteditable: 'false' }, String(node.attrs.source)],
  }),
  marks: schema.spec.marks,
})

type Tokenizer = typeof defaultMarkdownParser.tokenizer

/** The Markdown parser of the player: with tables and strikethrough, which stay as they are here, and without HTML. */
export const tokenizer: Tokenizer = defaultMarkdownParser.tokenizer.enable(['table', 'strikethrough'])

export type Token = ReturnType<Tokenizer['parse']>[number]

/** The node of a block's tokens. @throws Error if the schema cannot express it */
export function blockOf(tokens: readonly Token[]): Node {
  // Its tokens are there already: of the tokenizer only this is asked.
  const ready = Object.create(tokenizer, { parse: { value: () => tokens } })
  const { content } = new MarkdownParser(richSchema, ready, defaultMarkdownParser.tokens).parse('')
  if (content.childCount !== 1) throw new Error(`A block became ${content.childCount}`)
  return content.child(0)
}

const serializer = new MarkdownSerializer(
  {
    ...defaultMarkdownSerializer.nodes,
    bullet_list: (state, node) => state.renderList(node, '  ', () => '- '),
    kept: (state, node) => {
      state.write(String(node.attrs.source))
      state.closeBlock(node)
    },
  },
  defaultMarkdownSerializer.marks,
)

/** The Markdown of a single block. */
export function sourceOf(block: Node): string {
  const source = serializer.serialize(richSchema.topNodeType.create(null, block), { tightLists: true })
  let end = source.length
  while (source.charAt(end - 1) === '\n') end--
  return source.slice(0, end)
}

export function opaqueBlock(source: string): Node {
  return richSchema.node('kept', { source })
}
