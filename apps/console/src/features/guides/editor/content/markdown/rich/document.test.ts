import { createRequire } from 'node:module'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { openText } from './document.ts'
import { toBecome } from './replace-text.ts'

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

test('rich text: an unchanged text stays the same, to the last byte', () => {
  for (const text of TEXTS) {
    const { prefix, blocks } = blocksOf(text)
    expect(prefix + blocks.map(({ source, gap }) => source + gap).join('')).toBe(text)
    const opened = openText(text)
    expect(opened.textOf(opened.doc)).toBe(text)
  }
})

test('rich text: an added word changes only its block, in every block of every text', () => {
  let copyText = 0
  for (const text of TEXTS) {
    const { prefix, blocks } = blocksOf(text)
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
      const before = prefix + parts.slice(0, index).join('')
      const after = (blocks[index]?.gap ?? '') + parts.slice(index + 1).join('')
      expect([now.startsWith(before), now.endsWith(after), now.includes('Well')], text).toEqual([true, true, true])
      copyText++
    })
  }
  expect(copyText).toBeGreaterThan(1000)
})

test('rich text: a changed block keeps its content, and a new one is separate', () => {
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

test('rich text: a text replaced by another one has the source of the other', () => {
  for (const [index, text] of TEXTS.entries()) {
    const next = TEXTS[(index * 7 + 3) % TEXTS.length] ?? ''
    const state = EditorState.create({ doc: openText(text).doc })
    const { doc } = state.apply(toBecome(state, openText(next).doc))
    const opened = openText(next, doc)
    expect(opened.textOf(doc), text).toBe(next)
    expect(doc.eq(openText(next).doc), text).toBe(true)
    // Only what is changed from here on is written anew.
    for (const at of blocksOf(next).blocks.keys()) expect(opened.doc.child(at) === doc.child(at), text).toBe(true)
  }
})

test('rich text: the cursor keeps its place while its block or another one is replaced', () => {
  const text = 'First one\n\nSecond one\n\nThird one'
  const opened = EditorState.create({ doc: openText(text).doc })
  const at = (place: number) => opened.apply(opened.tr.setSelection(TextSelection.create(opened.doc, place)))
  const after = (state: EditorState, next: string) => {
    const { doc, selection } = state.apply(toBecome(state, openText(next).doc))
    return doc.textBetween(0, selection.from, ' ')
  }
  const second = at('First one'.length + 2 + 'Second'.length + 1)
  expect(after(second, text.replace('First one', 'A longer first one'))).toBe('A longer first one Second')
  expect(after(second, text.replace('Third', 'Last'))).toBe('First one Second')
  expect(after(second, text.replace('Second one', 'Second one again'))).toBe('First one Second')
})
