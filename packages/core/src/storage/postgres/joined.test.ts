import { expect, test } from 'vitest'
import { createJoiner, mayJoin, type Written } from './joined.postgres.ts'

const contact: Written = {
  name: 'a',
  text: 'insert into "contacts" (id, email) values ($1, $2)',
  values: [1, 2],
  hasRows: false,
}
const event: Written = {
  name: 'b',
  text: 'insert into events (id) values ($1) returning id',
  values: [3],
  hasRows: true,
}
const organisation: Written = { name: 'c', text: 'update "organisations" set a = $1', values: [4], hasRows: false }

test('statements are one, with their values in order, and it answers the rows that are needed', () => {
  const names: string[] = []
  const join = createJoiner((text) => `named ${names.push(text)}`)
  expect(join([contact])).toBe(contact)
  const joined = join([contact, event, organisation])
  expect(joined).toEqual({
    name: 'named 1',
    text:
      'with part_0 as (insert into "contacts" (id, email) values ($1, $2)), ' +
      'part_1 as (insert into events (id) values ($3) returning id), ' +
      'part_2 as (update "organisations" set a = $4) select * from part_1',
    values: [1, 2, 3, 4],
  })
  expect(join([contact, event, organisation])).toEqual(joined)
  expect(join([contact, organisation]).text).toMatch(/ select$/)
  expect(names).toHaveLength(2)
})

test.each<[string, Written[], Written, boolean]>([
  ['another table', [contact, event], organisation, true],
  ['the same table', [contact, event], contact, false],
  ['a second answer', [event], { ...contact, hasRows: true }, false],
  ['what reads a table that was written', [contact], { ...event, text: `${event.text} from contacts` }, false],
  ['what reads', [contact], { text: 'select 1', hasRows: false }, false],
  ['what follows something else', [{ text: 'notify channel', hasRows: false }], contact, false],
])('%s joins those before: %#', (_, before, next, may) => {
  expect(mayJoin(before, next)).toBe(may)
})
