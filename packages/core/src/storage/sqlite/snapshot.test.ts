import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database, Reader } from '../database.ts'
import { openDatabase } from '../open.ts'

let folder: string
let database: Database
let another: Sqlite.Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-snapshot-'))
  const file = join(folder, 'test.db')
  database = await openDatabase({ database: file, exclusive: false })
  await database.write(async ({ connection }) => void (await connection.run('create table facts (fact text)', [])))
  another = new Sqlite(file)
})
afterEach(async () => {
  another.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const facts = async ({ connection }: Reader) =>
  (await connection.rows<{ fact: string }>('select fact from facts', [])).length

test('what is read after a write, also one that is refused, is as new as what the write saw', async () => {
  const seen: number[] = []
  // After this, the queue of writes begins with the next.
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  // In the same turn, and before the write that is called for next.
  setImmediate(async () => {
    seen.push(await database.read(facts))
    another.exec("insert into facts values ('of another process')")
  })
  const refused = database.write(async (tx) => {
    seen.push(await facts(tx))
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  seen.push(await database.read(facts))
  expect(seen).toEqual([0, 1, 1])
})
