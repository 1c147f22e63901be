import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withSettingsTable } from '../test/package/settings-table.ts'

const file = fileURLToPath(new URL('../README.md', import.meta.url))
writeFileSync(file, withSettingsTable(readFileSync(file, 'utf8')))
