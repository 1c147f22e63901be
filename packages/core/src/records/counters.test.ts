import { expect, test } from 'vitest'
import { ENGINES, openInstance } from '../../test/instance.ts'
import { addToCount, countOf } from './counters.ts'

const WRITERS = 10

test.each(ENGINES)('writers count at once without waiting for the commit of another, on %s', async (engine) => {
  const { handrail, acme, close } = await openInstance(engine, { poolSize: WRITERS })
  const { workspace_id } = acme.context.caller
  const { database } = handrail
  const everybody = Promise.withResolvers<void>()
  let counted = 0
  try {
    const writers = Array.from({ length: WRITERS }, () =>
      database.write(async (tx) => {
        await addToCount(tx, workspace_id, 'counted', 1)
        await tx.connection.settle()
        if (++counted === WRITERS) everybody.resolve()
        // On SQLite the writers take turns.
        if (engine === 'postgres') await everybody.promise
      }),
    )
    await Promise.all(writers)
    expect(await database.read((reader) => countOf(reader, workspace_id, 'counted'))).toBe(WRITERS)
  } finally {
    await close()
  }
})
