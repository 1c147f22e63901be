import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { runSql } from '../../../test/data/rows-read.ts'
import { type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { renewStatistics } from './statistics.ts'

const { checkImport, createImport, getImport, runImport } = operations

const ROWS = 20_000
/** Six thousand rows, beside all that another test may have the machine do. */
const PATIENT = { timeout: 70_000 }

let instance: Instance
afterEach(() => instance.close())

/** The number of rows that PostgreSQL knows of; -1 if it has never looked. */
async function knownRows(table: string): Promise<number> {
  const query = 'select reltuples::integer as known from pg_class where oid = $1::regclass'
  const rows = await instance.handrail.database.read(async ({ connection }) =>
    connection.rows<{ known: number }>(query, [table]),
  )
  return rows[0]?.known ?? Number.NaN
}

test('PostgreSQL looks again at a table that has become several times as large, and at no other', async () => {
  instance = await openInstance('postgres', { poolSize: 1 })
  const { acme, handrail } = instance
  const { database } = handrail
  await runSql(database, 'alter table import_rows set (autovacuum_enabled = false)')
  const content = Readable.from([Buffer.from('email\nada@example.com\n')])
  const { data } = await acme.invoke(createImport, { resource: 'contacts', name: 'people.csv', content })
  const fill = (from: number) =>
    runSql(
      database,
      `insert into import_rows (workspace_id, import_id, number, cells, fate, faults)
        select '${acme.context.caller.workspace_id}', '${data.id}', i, '[]', 'waiting', '[]'
        from generate_series(${from}, ${from + ROWS - 1}) i`,
    )
  await renewStatistics(database, ['import_rows', 'contacts'])
  expect(await knownRows('import_rows')).toBe(-1)
  await fill(10)
  await renewStatistics(database, ['import_rows', 'contacts'])
  expect(Math.abs((await knownRows('import_rows')) - ROWS)).toBeLessThan(10)
  expect(await knownRows('contacts')).toBe(-1)
  await fill(ROWS + 10)
  await renewStatistics(database, ['import_rows'])
  expect(Math.abs((await knownRows('import_rows')) - ROWS)).toBeLessThan(10)
})

test('an import on PostgreSQL sees to it before it looks up its rows', { timeout: 240_000 }, async () => {
  instance = await openInstance('postgres')
  const { acme, handrail } = instance
  await runSql(handrail.database, 'alter table import_rows set (autovacuum_enabled = false)')
  const lines = Array.from({ length: 6000 }, (_, row) => `p${row}@import.example,First${row}`)
  const content = Readable.from([Buffer.from(`email,first_name\n${lines.join('\n')}\n`)])
  const { data } = await acme.invoke(createImport, { resource: 'contacts', name: 'people.csv', content })
  await expect.poll(async () => (await acme.invoke(getImport, { id: data.id })).data.status, PATIENT).toBe('read')
  await acme.invoke(checkImport, { id: data.id, mapping: ['email', 'first_name'] })
  await expect.poll(async () => (await acme.invoke(getImport, { id: data.id })).data.status, PATIENT).toBe('checked')
  expect(await knownRows('import_rows')).toBe(lines.length)
  await acme.invoke(runImport, { id: data.id })
  await expect
    .poll(async () => (await acme.invoke(getImport, { id: data.id })).data.created, PATIENT)
    .toBe(lines.length)
})
