// Writes dist/handrail-files/documentation, the site that VitePress makes of docs/: beside each page its Markdown, and llms.txt, the list of
// them for programs that read (llmstxt.org).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'

/** The server replaces it by the address of its instance: docs/.vitepress/config.mjs has the same. */
const INSTANCE = 'https://handrail.invalid'

const outDir = fileURLToPath(new URL('../dist/handrail-files/documentation', import.meta.url))
// VitePress finds Vue from there.
process.chdir(fileURLToPath(new URL('../../..', import.meta.url)))
await build('docs', { outDir, logLevel: 'warn' })

const names = readdirSync('docs').filter((name) => name.endsWith('.md'))
const pages = names.map((name) => ({ name, text: readFileSync(join('docs', name), 'utf8') }))
for (const { name, text } of pages) writeFileSync(join(outDir, name), text)
writeFileSync(join(outDir, 'llms.txt'), listOf(pages))

/** The pages with their addresses and the first sentence of each. */
function listOf(all) {
  const [first] = all.filter(({ name }) => name === 'index.md')
  const lines = all
    .filter((page) => page !== first)
    .map(({ name, text }) => `- [${headingOf(text)}](${INSTANCE}/docs/guide/${name}): ${openingOf(text)}`)
  return [
    '# Handrail',
    '',
    `> ${openingOf(first.text)}`,
    '',
    '## Manual',
    '',
    ...lines,
    '',
    '## Interfaces',
    '',
    `- [OpenAPI document](${INSTANCE}/api/v1/openapi.json): all operations of the REST API`,
    `- [MCP server](${INSTANCE}/mcp): Streamable HTTP, with OAuth 2.1`,
    '',
  ].join('\n')
}

function headingOf(text) {
  return /^# (.+)$/m.exec(text)[1]
}

/** The first sentence below the heading, without links. */
function openingOf(text) {
  const [paragraph = ''] = text.replace(/^# .*\n+/, '').split('\n\n')
  const plain = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
