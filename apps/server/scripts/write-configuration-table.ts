import { readFileSync, writeFileSync } from 'node:fs'
import { withConfigurationTable } from '../src/configuration/configuration-table.ts'

const readme = new URL('../../../README.md', import.meta.url)
const text = withConfigurationTable(readFileSync(readme, 'utf8'))
if (text === undefined)
  throw new Error('README.md has no <!-- configuration --> ... <!-- /configuration --> to write to')
writeFileSync(readme, text)
