import { expect, test } from 'vitest'
import { ENGINES, openInstance } from '../../test/instance.ts'
import { newId } from '../ids.ts'
import { insertTombstone, tombstonesOf } from './tombstones.ts'

test.each(ENGINES)('a deletion that was recorded already is recorded anew, on %s', async (engine) => {
  const instance = await openInstance(engine)
  const { workspace_id } = instance.acme.context.caller
  const id = newId()
  const [first, second] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.000Z'] as const
  const { database } = instance.handrail
  for (const deleted_at of [first, second])
    await database.write((tx) => insertTombstone(tx, 'contacts', { workspace_id, id, deleted_at }))
  const found = await database.read((reader) =>
    tombstonesOf(reader, { workspace_id, resource: 'contacts' }, { limit: 5 }),
  )
  expect(found).toEqual([{ id, deleted_at: second }])
  await instance.close()
})
