import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/commands.ts'
import { withSettingsTable } from './settings-table.ts'

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')

test('the README has the settings as the program has them (node scripts/write-settings-table.ts)', () => {
  expect(withSettingsTable(readme)).toBe(readme)
})

test('the README names every command', () => {
  for (const { name } of COMMANDS) if (name !== 'serve') expect(readme).toContain(`mcp-bridge ${name}`)
})
