import { createRequire } from 'node:module'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { openText } from './document.ts'

// The package has no types.
const { tests }: { tests: { markdown: string }[] } = createRequire(import.meta.url)('commonmark-spec')
const EXAMPLES = tests.map(({ markdown }) => markdown)
const ODD = [
  '| a | b |\r\n|---|:-:|\r\n| 1 | 2 |\r\n',
  'Text[^1] here\n\n[^1]: A note\r\n    with a second line\r\n',
  '- a\n  - b\r\n\t- c\r\n- d  \r\r\n1) e\n\n\n',
  '<details>\r\n<summary>x</summary>\n\n*y*\n</details>',
  '# One\nTwo ~~three~~\n\n\n\n***\n```js\nconst a = 1\n\n```\n> four\nfive',
  '  \r\n \t\r\n word \r',
  '',
]
const TEXTS = [...EXAMPLES, ...EXAMPLES.map((text) => text.replaceAll('\n', '\r\n')), ...ODD]

test('a text that is opened and not changed is the same, to the last byte', () => {
  for (const text of TEXTS) {
    const { lead, blocks } = blocksOf(text)
    expect(lead + blocks.map(({ source, gap }) => source + gap).join('')).toBe(text)
    const opened = openText(text)
    expect(opened.textOf(opened.doc)).toBe(text)
  }
})

test('after a word is added only its block is another, in every block of every text', () => {
  let written = 0
  for (const text of TEXTS) {
    const { lead, blocks } = blocksOf(text)
    const { doc, textOf } = openText(text)
    const state = EditorState.create({ doc })
    const parts = blocks.map(({ source, gap }) => source + gap)
    doc.forEach((block, place, index) => {
      let at: number | undefined
      block.descendants((node, inner) => {
        if (node.isText && at === undefined) at = place + 1 + inner
      })
      if (at === undefined) return
      const now = textOf(state.apply(state.tr.insertText('Well', at)).doc)
      const before = lead + parts.slice(0, index).join('')
      const after = (blocks[index]?.gap ?? '') + parts.slice(index + 1).join('')
      expect([now.startsWith(before), now.endsWith(after), now.includes('Well')], text).toEqual([true, true, true])
      written++
    })
  }
  expect(written).toBeGreaterThan(1000)
})

test('a block that is changed says what it said, and a new one stands by itself', () => {
  const text = '# A  title\n* one\n* two\n\n| a |\n|---|\n\nlast *word* \\*\r\n'
  const opened = openText(text)
  const state = EditorState.create({ doc: opened.doc })
  const end = state.doc.content.size - 1
  expect(opened.textOf(state.apply(state.tr.insertText('!', end)).doc)).toBe(text.replace('\\*', '\\*!'))
  const split = state.apply(state.tr.split(end).insertText('new', end + 2))
  expect(opened.textOf(split.doc)).toBe('# A  title\n* one\n* two\n\n| a |\n|---|\n\nlast *word* \\*\r\n\r\nnew')
  expect(opened.textOf(state.apply(state.tr.delete(0, opened.doc.child(0).nodeSize)).doc)).toBe(
    text.slice(text.indexOf('*')),
  )
})
