import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { consoleFolder } from '../../src/console.ts'

test('no script is inline, and nothing of the core is in the bundle', () => {
  const folder = consoleFolder() ?? ''
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  const text = scripts.map((name) => readFileSync(join(folder, 'assets', name), 'utf8')).join('\n')
  for (const telling of ['drizzle', 'better-sqlite3', 'argon2', 'lockRecord']) expect(text).not.toContain(telling)
})
