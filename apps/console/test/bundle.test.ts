import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { consoleFolder } from './console-folder.ts'

/** The most that the contract of the core may add to the bundle, unpacked. */
const MAX_CONTRACT_BYTES = 20_000

test('no script is inline, and nothing of the core but its contract is in the bundle', () => {
  const folder = consoleFolder()
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  const text = scripts.map((name) => readFileSync(join(folder, 'assets', name), 'utf8')).join('\n')
  for (const telling of ['drizzle', 'better-sqlite3', 'argon2', 'lockRecord']) expect(text).not.toContain(telling)
})

test('the contract of the core is small, and imports no package', () => {
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

test('the licences of everything that is bundled are shipped with it, in full', () => {
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
