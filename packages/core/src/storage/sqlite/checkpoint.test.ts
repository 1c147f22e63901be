import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from './open.sqlite.ts'

const PAGE = 4096
const ROWS = 1500

test('a checkpoint has at most about 600 pages to write, as everybody waits for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-checkpoint-'))
  const file = join(folder, 'handrail.db')
  const { database, writer } = openSqlite(file)
  writer.exec('create table large (id integer primary key, value blob)')
  const insert = writer.prepare('insert into large (value) values (zeroblob(?))')
  // Each a commit of its own, of two pages at least.
  for (let row = 0; row < ROWS; row++) insert.run(PAGE)
  expect(statSync(file).size).toBeGreaterThan((ROWS / 2) * PAGE)
  expect(statSync(`${file}-wal`).size).toBeLessThan(700 * PAGE)
  await database.close()
  rmSync(folder, { recursive: true })
})
