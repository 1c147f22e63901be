import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { rowsReadBy, runSql } from '../../../test/data/rows-read.ts'
import { type Instance, openInstance } from '../../../test/instance.ts'
import { operations } from '../../index.ts'
import { writeResults } from './write-results.postgres.ts'

const ROWS = 100_000
const BATCH = 200

let instance: Instance
afterEach(() => instance.close())

test.each(['never', 'while it was empty'])(
  'PostgreSQL with statistics from %s finds the rows of an import by their number, without reading the others',
  async (when) => {
    instance = await openInstance('postgres', { poolSize: 1 })
    const { acme, handrail } = instance
    const { database } = handrail
    await runSql(database, 'alter table import_rows set (autovacuum_enabled = false)')
    if (when !== 'never') await runSql(database, 'analyze import_rows')
    const content = Readable.from([Buffer.from('email\nada@example.com\n')])
    const { data } = await acme.invoke(operations.createImport, { resource: 'contacts', name: 'people.csv', content })
    const key = { workspace_id: acme.context.caller.workspace_id, id: data.id }
    await runSql(
      database,
      `insert into import_rows (workspace_id, import_id, number, cells, fate, faults)
      select '${key.workspace_id}', '${key.id}', i, '[]', 'waiting', '[]' from generate_series(10, ${ROWS + 9}) i`,
    )
    const none = { faults: [], email_key: null, external_key: null, record_id: null, before: null, written_tag: null }
    const result = { ...none, fate: 'created' as const, made_organisation_id: null, enrollment_id: null }
    const results = Array.from({ length: BATCH }, (_, index) => ({ ...result, number: 50_000 + index }))
    const read = await rowsReadBy(database, ['import_rows'], () =>
      database.write(({ connection }) => writeResults(connection, key, results)),
    )
    expect(read).toBeGreaterThanOrEqual(BATCH)
    expect(read).toBeLessThan(ROWS / 20)
  },
  60_000,
)
