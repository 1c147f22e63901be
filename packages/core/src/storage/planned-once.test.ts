import { expect, test } from 'vitest'
import { PlannedOnce } from './planned-once.sqlite.ts'

test('a limit that is given with each call is no reason to plan the statement anew', () => {
  const database = new PlannedOnce(':memory:')
  database.exec('create table numbers (value integer primary key)')
  const insert = database.prepare('insert into numbers values (?)')
  for (const value of [1, 2, 3]) insert.run(value)
  const page = database.prepare<[number, number], { value: number }>('select value from numbers limit ? offset ?')
  expect(page.all(2, 1).map(({ value }) => value)).toEqual([2, 3])
  expect(page.all(1, 0).map(({ value }) => value)).toEqual([1])
  expect(page.source).not.toMatch(/limit \?/)
  database.close()
})
