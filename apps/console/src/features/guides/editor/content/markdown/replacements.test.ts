import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { hasStructure, isPicture } from './from-page.ts'
import { around, begun, changed, linked, marked, pictured, type Replacement, type Selected } from './replacements.ts'

// The package has no types.
const { tests }: { tests: { markdown: string }[] } = createRequire(import.meta.url)('commonmark-spec')
const ODD = [
  '| a | b |\r\n|---|:-:|\r\n| 1 | 2 |\r\n',
  'Text[^1]\n\n[^1]: A note\r\n    with a second line\r\n',
  '- a\n  - b\r\n\t- c\r- d  \r\r\n1) e\n\n\n',
  '<details>\r\n<summary>x</summary>\n\n*y*\n</details>',
  'no end of a line',
  '  \r\n \t\r\n word \r',
]
const TEXTS = [
  ...tests.map(({ markdown }) => markdown),
  ...tests.map(({ markdown }) => markdown.replaceAll('\n', '\r\n')),
  ...ODD,
]
/** A text as a field has it. */
const shown = (text: string) => text.replace(/\r\n?/g, '\n')

/** `A [text] with` what is in brackets selected, before and after. */
function applied(given: string, by: (selected: Selected) => Replacement): string {
  const start = given.indexOf('[')
  const text = given.replace('[', '').replace(']', '')
  const { start: from, end, by: put, select } = by({ text, start, end: given.indexOf(']') - 1 })
  const after = text.slice(0, from) + put + text.slice(end)
  return `${after.slice(0, select[0])}[${after.slice(...select)}]${after.slice(select[1])}`
}

describe('a text that is opened and changed', () => {
  test('is the same to the last space where nobody changes it, whatever is in it', () => {
    expect(TEXTS.length).toBeGreaterThan(1000)
    for (const text of TEXTS) expect(changed(text, shown(text))).toBe(text)
  })

  test('is another only where it was changed', () => {
    for (const text of TEXTS) {
      const other = (some: string) => some.replace(/\w+/, (word) => `${word}ly`)
      expect(changed(text, other(shown(text)))).toBe(other(text))
    }
    expect(changed('a\r\nb\r\nc', 'a\nc')).toBe('a\r\nc')
    expect(changed('a\r\nb', 'a\nb\nc')).toBe('a\r\nb\nc')
    expect(changed('a\r\n', '')).toBe('')
  })
})

test.each([
  ['say [it] well', 'say **[it]** well', (selected: Selected) => marked(selected, '**')],
  ['say **[it]** well', 'say [it] well', (selected: Selected) => marked(selected, '**')],
  ['say **[it]** well', 'say ***[it]*** well', (selected: Selected) => marked(selected, '*')],
  ['say ***[it]*** well', 'say **[it]** well', (selected: Selected) => marked(selected, '*')],
  ['a\nb[]b\nc', 'a\n[## bb]\nc', (selected: Selected) => begun(selected, () => '## ')],
  ['a\n[- b\n- c]', 'a\n[b\nc]', (selected: Selected) => begun(selected, () => '- ')],
  ['[a\nb]', '[1. a\n2. b]', (selected: Selected) => begun(selected, (line) => `${line + 1}. `)],
  ['a [b] c', 'a \n```\n[b]\n```\n c', (selected: Selected) => around(selected, '```')],
  ['see [this] page', 'see [this]([https://]) page', (selected: Selected) => linked(selected, 'Link')],
  ['see []', 'see [Link]([https://])', (selected: Selected) => linked(selected, 'Link')],
  [
    'a[]',
    'a\n\n![my \\[dot\\]](u)\n[]',
    (selected: Selected) => pictured(selected, { name: 'my [dot].png', url: 'u' }),
  ],
])('%j becomes %j', (given, after, by) => {
  const opened = given
    .replace(/\[([^\]]*)\]/, '\u0001$1\u0002')
    .replaceAll('[', '(')
    .replace('\u0001', '[')
    .replace('\u0002', ']')
  expect(applied(opened, by)).toBe(after)
})

test('what is pasted says more than plain text, or is a picture', () => {
  expect(hasStructure('<h2>First</h2><p>Do <b>this</b></p>')).toBe(true)
  expect(hasStructure('<p style="mso-list:l0 level1 lfo1">One</p>')).toBe(true)
  expect(hasStructure('<meta charset="utf-8"><span style="color: red">const a = 1</span>')).toBe(false)
  expect(isPicture('<meta charset="utf-8"><img src="https://a.example/b.png">')).toBe(true)
  expect(isPicture('<p>See <img src="https://a.example/b.png"></p>')).toBe(false)
})
