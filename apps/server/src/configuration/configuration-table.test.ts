import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configurationTable, withConfigurationTable } from './configuration-table.ts'
import { SETTING_NAMES } from './settings.ts'

const README = new URL('../../../../README.md', import.meta.url)

test('the configuration table of the README matches the settings', () => {
  const readme = existsSync(README) ? readFileSync(README, 'utf8') : ''
  const current = withConfigurationTable(readme)
  // Stale? Run: pnpm --filter handrail configuration-table
  if (current !== undefined) expect(readme).toBe(current)
})

test('the configuration table has a row for every setting, between its markers', () => {
  expect(configurationTable().split('\n')).toHaveLength(SETTING_NAMES.length + 2)
  expect(configurationTable()).toMatch(/^\| `--port <number>` +\| `PORT` +\| `3000` +\| Port to listen on/m)
  expect(configurationTable()).toMatch(/^\| +\| `HANDRAIL_SECRET` +\| generated once, next to the SQLite file \|/m)
  const text = 'before <!-- configuration -->\nold\n<!-- /configuration --> after'
  expect(withConfigurationTable(text)).toBe(
    `before <!-- configuration -->\n\n${configurationTable()}\n\n<!-- /configuration --> after`,
  )
  expect(withConfigurationTable('no markers')).toBeUndefined()
})
