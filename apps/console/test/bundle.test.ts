import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { consoleFolder } from './console-folder.ts'

/** The most that the contract of the core may add to the bundle, unpacked: with the calculation of dates, for the editor of guides. */
const MAX_CONTRACT_BYTES = 74_000

test('the bundle: no script is inline, and it has no code of core except the contract', () => {
  const folder = consoleFolder()
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  const text = scripts.map((name) => readFileSync(join(folder, 'assets', name), 'utf8')).join('\n')
  for (const telling of ['drizzle', 'better-sqlite3', 'argon2', 'lockRecord']) expect(text).not.toContain(telling)
})

/** The most files of a page, with those of its texts, and their bytes as the browser fetches them. */
const MAX_SCRIPTS = 20
const MAX_SCRIPT_BYTES = 220_000

test('the scripts of each page come in few files, and are small', () => {
  const assets = join(consoleFolder(), 'assets')
  const matchesIn = (name: string, pattern: RegExp) =>
    [...readFileSync(join(assets, name), 'utf8').matchAll(pattern)].map(([, file = '']) => file)
  const [, entry = ''] =
    /src="[^"]*assets\/([^"]+\.js)"/.exec(readFileSync(join(consoleFolder(), 'index.html'), 'utf8')) ?? []
  const closureOf = (names: string[]) => {
    const found = new Set(names)
    // A set goes on with what is added meanwhile.
    for (const name of found)
      for (const imported of matchesIn(name, /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) found.add(imported)
    return found
  }
  const lazy = new Set(
    [...closureOf([entry])].flatMap((name) => matchesIn(name, /import\(\s*[`"']\.\/([^`"']+\.js)[`"']\s*\)/g)),
  )
  const sizeOf = (file: string) => statSync(join(assets, `${file}.br`)).size
  const largest = (prefix: string) =>
    [...lazy].filter((name) => name.startsWith(prefix)).sort((one, other) => sizeOf(other) - sizeOf(one))[0] ?? ''
  // Pages of settings alone load the second one.
  const texts = [largest('de-'), largest('pages-')]
  // Menus and dialogs are loaded after a page.
  const loaded = [...lazy].filter((name) => !/^(?:de|en|overlays)-/.test(name))
  const pages = loaded.map((name) => {
    const files = [...closureOf([entry, ...texts, name])]
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
    const hasOverlays = files.some((file) => matchesIn(file, /Target component children should be/g).length > 0)
    return { name, files: files.length, bytes, hasOverlays }
  })
  expect(texts).not.toContain('')
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ files, bytes }) => files > MAX_SCRIPTS || bytes > MAX_SCRIPT_BYTES)).toEqual([])
  expect(pages.filter(({ hasOverlays }) => hasOverlays)).toEqual([])
})

test('the contract of core: it is small, and imports no package', () => {
  const files = new Set([join(root, 'packages/core/dist/contract.js')])
  let bytes = 0
  // A set goes on with what is added meanwhile.
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    bytes += Buffer.byteLength(text)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import) ?["']([^"']+)["']/g)) {
      expect(specifier).toMatch(/^\.\//)
      files.add(join(dirname(file), specifier))
    }
  }
  expect(bytes).toBeLessThan(MAX_CONTRACT_BYTES)
})

test('the bundle: it ships the full licences of all bundled packages', () => {
  const licenses = readFileSync(join(consoleFolder(), 'LICENSES.md'), 'utf8')
  const texts = new Map(
    licenses.split(/^## /m).flatMap((part) => {
      const [, name = '', text = ''] = /^(\S+) - [^\n]+\n([\s\S]*)$/.exec(part) ?? []
      return name === '' ? [] : [[name, text] as const]
    }),
  )
  const bundled = [
    'react',
    'react-dom',
    '@mantine/core',
    '@tanstack/react-query',
    'prosemirror-view',
    'turndown',
    'i18next',
  ]
  for (const name of [...bundled, 'lucide-react', 'uqr', '@fontsource-variable/inter'])
    expect([name, /copyright/i.test(texts.get(name) ?? '')]).toEqual([name, true])
  expect(texts.size).toBeGreaterThan(40)
})
