import { expect, test } from 'vitest'
import { migrateSqlite } from '../migrate/migrate.ts'
import { openSqlite } from './open.sqlite.ts'
import { PLANNED_BY_VALUE, PlannedOnce } from './planned-once.sqlite.ts'

test('what is given with each call is no reason to plan a statement anew', () => {
  const database = new PlannedOnce(':memory:')
  database.exec('create table numbers (kind text, value integer, status text)')
  const insert = database.prepare('insert into numbers values (?, ?, ?)')
  for (const value of [1, 2, 3]) insert.run(value === 2 ? 'even' : 'odd?', value, 'new')
  const page = database.prepare<[string, number, number], { value: number }>(
    'select value from numbers where kind = ? and value >= ? limit ?',
  )
  expect(page.source).toBe('select value from numbers where kind = +? and value >= ? limit +?')
  expect(page.all('odd?', 1, 2).map(({ value }) => value)).toEqual([1, 3])
  expect(page.all('odd?', 2, 1).map(({ value }) => value)).toEqual([3])
  const literal = database.prepare<[string], { value: number }>(
    "select value from numbers where kind <> 'a = ?' and kind = ?",
  )
  expect(literal.all('even')).toEqual([{ value: 2 }])
  const partial = 'select value from numbers where "numbers"."status" = ? and status = ?'
  expect(database.prepare(partial).source).toBe(partial)
  database.close()
})

test('the planner sees the value of every column that a partial index compares with one', async () => {
  const { database, writer } = openSqlite(':memory:')
  await migrateSqlite(writer)
  const partial = writer.prepare<[], { sql: string }>(
    "select sql from sqlite_master where type = 'index' and sql like '% WHERE %'",
  )
  const compared = partial
    .all()
    .flatMap(({ sql }) => [...sql.matchAll(/"(\w+)" (?:=|in) [('\d]/g)].map(([, column]) => column))
  expect([...new Set(compared)].toSorted()).toEqual(PLANNED_BY_VALUE)
  await database.close()
})
