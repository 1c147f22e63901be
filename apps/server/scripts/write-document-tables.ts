import { readFileSync, writeFileSync } from 'node:fs'
import { TABLES, withTable } from '../src/documents/tables.ts'

for (const { file, name, rows } of TABLES) {
  const path = new URL(`../../../docs/${file}`, import.meta.url)
  const text = withTable(readFileSync(path, 'utf8'), name, rows())
  if (text === undefined) throw new Error(`docs/${file} has no <!-- ${name} --> ... <!-- /${name} --> to write to`)
  writeFileSync(path, text)
}
