import { expect, test } from 'vitest'
import { createMarkdown } from './markdown.ts'

const PUBLIC_URL = 'https://handrail.example/below'
const { block, inline } = createMarkdown({ publicUrl: PUBLIC_URL, base: '/below', sizes: { of: () => undefined } })

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['<img src=x onerror=alert(1)>', '&lt;img'],
  ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
  ['[a](JaVaScRiPt:alert(1))', '[a](JaVaScRiPt:alert(1))'],
  ['[a](&#106;avascript:alert(1))', '[a]('],
  ['[a](data:text/html,<script>1</script>)', '[a](data:text/html'],
  ['[a](vbscript:x)', '[a](vbscript:x)'],
  ['[a](//evil.example)', '[a](//evil.example)'],
  ['[a](/account)', '[a](/account)'],
  ['<javascript:alert(1)>', '&lt;javascript:alert(1)&gt;'],
  ['![x](https://evil.example/pixel.png)', '<p dir="auto">x</p>'],
  ['![x](data:image/svg+xml,<svg onload=alert(1)>)', '![x](data:image/svg+xml'],
  ['[a](https://a.example "\\" onmouseover=\\"alert(1)")', 'title="&quot; onmouseover=&quot;alert(1)"'],
])('Markdown: %s is harmless', (text, expected) => {
  const html = block(text)
  expect(html).toContain(expected)
  expect(html).not.toMatch(/<script|<img|<[^>]*\son\w+="|href="(?!https?:|mailto:|tel:)/i)
})

test('Markdown: links open without referrer, images are uploads, headings are below that of the page', () => {
  expect(block('[a](https://a.example)')).toBe(
    '<p dir="auto"><a href="https://a.example" rel="noopener noreferrer" target="_blank">a</a></p>\n',
  )
  expect(block('See https://a.example/x and a.example')).toContain('<a href="https://a.example/x"')
  expect(block('[m](mailto:a@b.example) [t](tel:+44)')).toMatch(/href="mailto:a@b\.example".*href="tel:\+44"/)
  expect(block('![A "plan"](/media/0a1b2c.png)')).toContain(
    '<img src="/below/media/0a1b2c.png" alt="A &quot;plan&quot;" loading="lazy" decoding="async">',
  )
  expect(block('[file](/media/0a1b2c.pdf)')).toContain('href="/below/media/0a1b2c.pdf"')
  expect(block('# One\n\n### Three')).toBe('<h2 dir="auto">One</h2>\n<h3 dir="auto">Three</h3>\n')
  expect(inline('*a* [b](https://b.example)')).not.toContain('<p')
})

test('Markdown: an image with a title is a figure with a caption, and has the versions that fit', () => {
  const variants = [{ file: 'aa.png', width: 800 }]
  const sizes = { of: (file: string) => (file === '0a.png' ? { width: 2000, height: 1000, variants } : undefined) }
  const { block: known } = createMarkdown({ publicUrl: PUBLIC_URL, base: '/below', sizes })
  expect(known('![Plan](/media/0a.png "The *plan* & more")')).toBe(
    '<figure dir="auto"><img src="/below/media/0a.png" srcset="/below/media/aa.png 800w, /below/media/0a.png 2000w" ' +
      'sizes="(min-width: 60rem) 42rem, calc(100vw - 2.5rem)" alt="Plan" width="2000" height="1000" loading="lazy" ' +
      'decoding="async"><figcaption>The *plan* &amp; more</figcaption></figure>\n',
  )
  expect(known('![Plan](/media/0b.png)')).not.toMatch(/srcset|figure/)
  // A figure cannot be part of a sentence.
  expect(known('See ![Plan](/media/0a.png "The plan") here')).not.toContain('figure')
  expect(known('![x](https://evil.example/x.png "<b>")')).not.toMatch(/<img|figure|<b>/)
  expect(known('![x](/media/0a.png "<script>")')).toContain('<figcaption>&lt;script&gt;</figcaption>')
})

test('Markdown: tables over fifty columns or five thousand cells are shown as text', () => {
  const table = (columns: number, rows: number) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|b|\n'.repeat(rows)}`
  const cells = (text: string) => block(text).match(/<t[hd]>/g)?.length ?? 0
  expect(cells(table(40, 9))).toBe(400)
  expect(cells(table(60, 9))).toBe(0)
  expect(block(table(60, 9))).toContain('|a|a')
  for (const text of [table(40, 20_000), table(3, 20_000), `${table(3, 2)}\n`.repeat(5000)]) {
    expect(cells(text)).toBeLessThanOrEqual(5000)
    expect(cells(text)).toBeGreaterThan(2000)
    expect(block(text)).toContain('b|')
  }
})

test.each([
  ['lists', '- a\n', /<li/g],
  ['paragraphs', 'a\n\n', /<p/g],
  ['headings', '# a\n', /<h2/g],
  ['quotes', '> a\n\n', /<blockquote/g],
])('Markdown: of a text with too many lines, those after the first 5,000 are shown as text: %s', (_name, line, tag) => {
  const made = (text: string) => block(text).match(tag)?.length ?? 0
  const few = line.repeat(1000)
  expect(made(few)).toBeGreaterThan(0)
  const many = `${line.repeat(30_000)}<b>the end</b>`
  // What five thousand lines of them have, and a paragraph for the rest.
  expect(made(many)).toBeLessThanOrEqual(made(few) * 5 + 1)
  expect(block(many)).toContain('&lt;b&gt;the end&lt;/b&gt;</p>')
  expect(block(many).match(/a/g)?.length).toBeGreaterThanOrEqual(30_000)
})

test.each([
  ['open brackets', '['.repeat(100_000)],
  ['images in images', '![x]('.repeat(20_000)],
  ['emphasis', '*a **b '.repeat(14_000)],
  ['quotes in quotes', '> '.repeat(50_000)],
  [
    'lists in lists',
    Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- x`)
      .join('\n')
      .slice(0, 100_000),
  ],
  ['backticks', Array.from({ length: 440 }, (_, length) => '`'.repeat(length)).join(' ')],
  ['addresses', 'https://a.example/'.repeat(5500)],
  ['pipes', `${'|'.repeat(5000)}\n${'|-'.repeat(5000)}\n${'|'.repeat(80_000)}`],
  ['entities', '&'.repeat(100_000)],
  ['angles', '<a '.repeat(33_000)],
  ['references', `${'[a]: b\n'.repeat(10_000)}${'[a]'.repeat(10_000)}`],
])('Markdown: endless %s take no time', (_, text) => {
  const began = performance.now()
  block(text)
  expect(performance.now() - began).toBeLessThan(5000)
})

test('Markdown: an image reserves its space, also with an absolute address', () => {
  const known: Record<string, { width: number; height: number; variants: [] }> = {}
  const markdown = createMarkdown({ publicUrl: PUBLIC_URL, base: '/below', sizes: { of: (file) => known[file] } })
  const text = `![A](/media/0a.png) ![B](${PUBLIC_URL}/media/0b.png)`
  const [a, b] = ['<img src="/below/media/0a.png" alt="A"', '<img src="/below/media/0b.png" alt="B"']
  const rest = 'loading="lazy" decoding="async">'
  expect(markdown.inline(text)).toBe(`${a} ${rest} ${b} ${rest}`)
  known['0a.png'] = { width: 800, height: 600, variants: [] }
  expect(markdown.inline(text)).toBe(`${a} width="800" height="600" ${rest} ${b} ${rest}`)
  known['0b.png'] = { width: 10, height: 20, variants: [] }
  expect(markdown.inline(text)).toBe(`${a} width="800" height="600" ${rest} ${b} width="10" height="20" ${rest}`)
  expect(block(`![x](${PUBLIC_URL}/media/../account.png)`)).not.toContain('<img')
})
