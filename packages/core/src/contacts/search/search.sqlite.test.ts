import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/instance.ts'
import { noteStatements } from '../../../test/plans/statements.ts'
import { operations } from '../../index.ts'

const { createContact, listContacts } = operations

let instance: Instance
beforeEach(async () => {
  instance = await openInstance('sqlite')
})
afterEach(() => instance.close())

test('a search among few contacts reads nothing of other workspaces, whose texts share the index', async () => {
  const { acme } = instance
  for (const first_name of ['Zoë', 'Anna'])
    await acme.invoke(createContact, { email: `${first_name}@harbour.example`.replace('ë', 'e'), first_name })
  const notes = noteStatements('sqlite')
  try {
    for (const query of ['z', 'zo', 'harbour', 'anna@']) {
      notes.take()
      const { data } = await acme.invoke(listContacts, { query })
      expect(data.length, query).toBe(query === 'harbour' ? 2 : 1)
      const read = notes.take().map(({ sql }) => sql)
      expect(read.some((sql) => sql.includes('instr(c.search_text'))).toBe(true)
      expect(read.filter((sql) => /contacts_search|contacts_trigrams/.test(sql))).toEqual([])
    }
  } finally {
    notes.stop()
  }
})
