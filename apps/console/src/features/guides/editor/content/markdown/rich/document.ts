import type { Node } from 'prosemirror-model'
import { type Block, blocksOf } from './blocks.ts'
import { blockOf, opaqueBlock, richSchema, sourceOf } from './schema.ts'

/** A text as it was opened: a document, and how it is written down again. */
export interface OpenedText {
  doc: Node
  /** The source of a changed document. Unchanged blocks keep their source, to the last byte. */
  textOf(doc: Node): string
}

/** Opens a text to be written with marks. @param shown a document of the same text, which is gone on with */
export function openText(text: string, shown?: Node): OpenedText {
  const { prefix, blocks } = blocksOf(text)
  const nodes = blocks.map((block, index) => {
    const node = nodeOf(block)
    const there = shown?.maybeChild(index)
    return there?.eq(node) ? there : node
  })
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const doc = richSchema.topNodeType.create(null, nodes.length > 0 ? nodes : [richSchema.node('paragraph')])

  return {
    doc,
    textOf(now) {
      if (now.eq(doc)) return text
      const after = childrenOf(now)
      const { head, tail } = common(nodes, after)
      /** The index of the block of the text that it is, or replaces. */
      const before = (index: number) => {
        if (index < head) return index
        if (after.length - index <= tail) return nodes.length - (after.length - index)
        return after.length === nodes.length ? index : undefined
      }
      const parts = after.map((node, index) => {
        const was = before(index)
        const known = was === undefined ? undefined : blocks[was]
        const isSame = was !== undefined && nodes[was] === node
        const source = isSame && known ? known.source : sourceOf(node).replaceAll('\n', lineEnd)
        const isLast = index === after.length - 1
        const next = before(index + 1)
        const isBeside = isLast ? was === nodes.length - 1 : next === (was ?? -2) + 1 || index === head - 1
        return source + (isBeside && known ? known.gap : isLast ? '' : lineEnd + lineEnd)
      })
      return prefix + parts.join('')
    },
  }
}

function nodeOf({ source, tokens }: Block): Node {
  if (tokens === undefined) return opaqueBlock(source)
  try {
    return blockOf(tokens.map(withLineEnds))
  } catch {
    // The schema cannot express it: it stays as it is.
    return opaqueBlock(source)
  }
}

/** Keeps line breaks within a paragraph. */
function withLineEnds(token: Parameters<typeof blockOf>[0][number]) {
  for (const child of token.children ?? [])
    if (child.type === 'softbreak') Object.assign(child, { type: 'text', content: '\n' })
  return token
}

function childrenOf(doc: Node): Node[] {
  return Array.from({ length: doc.childCount }, (_, index) => doc.child(index))
}

/** The number of equal blocks at the beginning and at the end. A change only replaces the blocks between them. */
function common(before: readonly Node[], after: readonly Node[]): { head: number; tail: number } {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { head, tail }
}
