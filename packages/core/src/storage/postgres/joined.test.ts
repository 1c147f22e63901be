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
  expect(join([contact, { ...organisation, name: '' }]).name).toBe('')
})

const checked: Written = {
  name: 'd',
  text: 'update "guides" set a = $1',
  values: [5],
  hasRows: false,
  unchanged: () => new Error('changed meanwhile'),
}
const CHANGED = "(case (select count(*) from part_0) when 0 then 'handrail_unexpected' else '1' end)::integer = 1"

test('a statement that has to change something fails otherwise, alone and with others', () => {
  const join = createJoiner((text) => text)
  const part = 'part_0 as (update "guides" set a = $1 returning 1)'
  expect(join([checked]).text).toBe(`with ${part} select where ${CHANGED}`)
  const { text } = join([checked, event])
  expect(text).toBe(
    `with ${part}, part_1 as (insert into events (id) values ($2) returning id) select * from part_1 where ${CHANGED}`,
  )
})

test.each<[string, Written[], Written, boolean]>([
  ['another table', [contact, event], organisation, true],
  ['a deletion', [contact], { text: 'delete from "drafts" where a = $1', hasRows: false }, true],
  ['what follows a deletion of its rows', [{ text: 'delete from "contacts"', hasRows: false }], contact, false],
  ['the same table', [contact, event], contact, false],
  ['a second answer', [event], { ...contact, hasRows: true }, false],
  ['what reads a table that was written', [contact], { ...event, text: `${event.text} from contacts` }, false],
  ['what has to change something', [contact], checked, true],
  ['a second that has to', [checked], { ...checked, text: 'update "contacts" set a = $1' }, false],
  ['what reads', [contact], { text: 'select 1', hasRows: false }, false],
  ['what follows something else', [{ text: 'notify channel', hasRows: false }], contact, false],
])('%s joins those before: %#', (_, before, next, may) => {
  expect(mayJoin(before, next)).toBe(may)
})
