import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CONTACT_TABLES, WORKSPACE_TABLES } from '../../src/exports/content/archived.ts'
import { walkTable } from '../../src/exports/content/walk-table.ts'
import { type Operation, operations } from '../../src/index.ts'
import { invoke, OPERATIONS } from '../../src/internal.ts'
import { nextEnrollments } from '../../src/moves/store.ts'
import { sealCursor } from '../../src/records/lists/cursor.ts'
import { CHANGES_SCAN_LIMIT, COUNTS_TO, SCAN_LIMIT } from '../../src/records/lists/limits.ts'
import { ENGINES, type Instance } from '../instance.ts'
import { type Judge, judgeOnPostgres, judgeOnSqlite } from './explain.ts'
import { CROWD, FIGURES, LISTS, NOBODY, PAGING } from './lists.ts'
import { openWithCrowd } from './seed-rows.ts'
import { noteStatements } from './statements.ts'

const { createContact, createEnrollment, createImport } = operations

/** More than one batch has. */
const PART = 500

/** Values amid those of the crowd, as in cursors. */
const PLACES: Record<string, { created_at: string; until?: string }> = {
  name: { created_at: 'crowd\n5' },
  contact_name: { created_at: 'crowd\n5' },
  contacts_count: { created_at: '0' },
  progress_percentage: { created_at: '0' },
  target_date: { created_at: '2026-06-01' },
  health: { created_at: '0', until: '2026-01-02T01:00:00.000Z/late' },
  // With the time of the row and its group.
  organisation_name: { created_at: 'one', until: `2026-01-02T01:00:00.000Z/${CROWD}` },
  latest_enrollment_at: { created_at: '2026-01-02T01:00:00.000Z', until: `2026-01-02T01:00:00.000Z/${CROWD}` },
  last_activity_at: { created_at: '2026-01-02T01:00:00.000Z', until: `2026-01-02T01:00:00.000Z/${CROWD}` },
  domain: { created_at: 'crowd.example', until: `2026-01-02T01:00:00.000Z/${NOBODY}` },
  guide_title: { created_at: 'a', until: `2026-01-02T01:00:00.000Z/${CROWD}` },
  status: { created_at: '1', until: '2026-01-02T01:00:00.000Z/in_progress' },
}

const listing = (name: string): Operation => {
  const operation = OPERATIONS.find((one) => one.name === name)
  if (!operation) throw new Error(`There is no operation ${name}`)
  return operation
}

test.each(Object.entries(LISTS))('each filter of %s is tested', (name, { filters }) => {
  const tried = new Set(Object.values(filters).flatMap((values) => Object.keys(values)))
  const own = Object.keys(listing(name).input.shape).filter((key) => !PAGING.includes(key))
  expect(own.filter((key) => !tried.has(key))).toEqual([])
})

test.each(Object.entries(LISTS))('each order of %s is tested', (name, { orders = [] }) => {
  const { sort } = listing(name).input.shape
  const columns = sort instanceof z.ZodOptional ? sort.unwrap() : undefined
  const known = columns instanceof z.ZodEnum ? columns.options.map(String) : []
  expect(known.toSorted()).toEqual(orders.toSorted())
})

describe.each(ENGINES)('query plans on %s', (engine) => {
  let notes: ReturnType<typeof noteStatements>
  let instance: Instance
  let planRows: Judge
  const places: Record<string, string> = {}
  /** Results by statement: many queries share one. */
  const planned = new Map<string, string[]>()
  beforeAll(async () => {
    // Before it connects, which fixes its statements.
    notes = noteStatements(engine)
    // More than a page examines, for SQLite, whose plans alone are judged. PostgreSQL is judged by the rows that it reads.
    const crowd = await openWithCrowd(engine, { without: engine === 'sqlite' ? 6000 : 0 })
    instance = crowd.instance
    planRows = (engine === 'sqlite' ? judgeOnSqlite : judgeOnPostgres)(instance.database)
    const { acme } = instance
    places.endpoint = crowd.endpoint
    const { data: ada } = await acme.invoke(createContact, { email: 'ada@example.com', first_name: 'Ada' })
    places.enrollment = (await acme.invoke(createEnrollment, { contact_id: ada.id, guide_id: crowd.guide })).data.id
    const content = Readable.from([Buffer.from('email\nada@example.com\n')])
    places.import = (await acme.invoke(createImport, { resource: 'contacts', name: 'people.csv', content })).data.id
  })
  afterAll(async () => {
    notes.stop()
    await planRows.close()
    await instance.close()
  })

  /** The selects of a list, for each kind of page. */
  async function selectsOf(name: string, filter: object, isAlone: boolean) {
    const { context } = instance.acme
    const { of, cursors } = LISTS[name] ?? {}
    const sorted = 'sort' in filter && 'order' in filter ? ` ${filter.sort} ${filter.order}` : ''
    const place = sorted ? PLACES[String(Reflect.get(filter, 'sort'))] : undefined
    const recordKey = { created_at: '2026-01-02T01:00:00.000Z', id: NOBODY, ...place }
    const inside = cursors ? [{ cursor: sealCursor(context.sealer, `${cursors}${sorted}`, recordKey) }] : []
    const pages = [{}, ...inside, ...(cursors && isAlone ? [{ page: 40 }, { cursor: '' }] : [])]
    return selectsBy(async () => {
      for (const page of pages)
        await invoke(listing(name), context, { ...(of && { id: places[of] }), ...filter, ...page })
    })
  }

  async function selectsBy(work: () => Promise<void>) {
    notes.take()
    await work()
    // Concurrent background work uses no workspace, or all.
    const { workspace_id } = instance.acme.context.caller
    return notes.take().filter(({ sql, values }) => /^(select|with)/i.test(sql) && values.includes(workspace_id))
  }

  /** The faults of the selects of lists, by list and parameters. */
  async function faultsOf(asked: (list: (typeof LISTS)[string]) => Record<string, object>) {
    const found: Record<string, string[]> = {}
    for (const [name, list] of Object.entries(LISTS))
      for (const [what, values] of Object.entries(asked(list))) {
        const selects = await selectsOf(name, values, !what.includes(' and '))
        expect(selects, `${name} ${what}`).not.toEqual([])
        const faults = new Set<string>()
        const isOfChanges = Object.keys(values).every((key) => key === 'updated_since' || key === 'include_deleted')
        const atMost = isOfChanges ? CHANGES_SCAN_LIMIT : (list.at ?? SCAN_LIMIT)
        for (const select of selects) {
          const same = JSON.stringify([name, select])
          if (!planned.has(same)) planned.set(same, await planRows.faultsOf(select, atMost))
          for (const fault of planned.get(same) ?? []) faults.add(fault)
        }
        if (faults.size > 0) found[`${name} ${what}`.trim()] = [...faults].toSorted()
      }
    return found
  }

  test('no page of a list reads or sorts more than its limit of examined rows', async () => {
    expect(await faultsOf(({ filters }) => ({ '': {}, ...filters }))).toEqual({})
  })

  test('no page with a filter that matches thousands does, alone or with another filter', {
    timeout: 300_000,
  }, async () => {
    expect(await faultsOf(({ crowd = {} }) => crowd)).toEqual({})
    expect(await faultsOf(({ crowd = {}, filters }) => pairsOf(crowd, filters))).toEqual({})
    expect(await faultsOf(({ crowd = {} }) => pairsOf(crowd, crowd))).toEqual({})
  })

  test('no page in another order does, alone or with a filter', { timeout: 300_000 }, async () => {
    const orders = (list: (typeof LISTS)[string]) =>
      Object.fromEntries(
        (list.orders ?? [])
          .flatMap((sort) => ['asc', 'desc'].map((order) => [`by ${sort} ${order}`, { sort, order }] as const))
          // That is the list itself.
          .filter(([what]) => what !== 'by created_at desc'),
      )
    expect(await faultsOf(orders)).toEqual({})
    expect(await faultsOf((list) => pairsOf(orders(list), list.filters))).toEqual({})
    expect(await faultsOf((list) => pairsOf(orders(list), list.crowd ?? {}))).toEqual({})
  })

  test('batches of an archive or a move do not start from the beginning each time', async () => {
    const { context, workspace_id } = { ...instance.acme, ...instance.acme.context.caller }
    const only = { column: 'contact_id', value: CROWD }
    const ofContact = CONTACT_TABLES.filter(({ column }) => column === 'contact_id').map((table) => ({
      ...table,
      only,
    }))
    const selects = await selectsBy(async () => {
      for (const table of [...WORKSPACE_TABLES, ...ofContact]) {
        let parts = 0
        for await (const _rows of walkTable(context, table)) if (++parts === 3) break
      }
      await context.store.read(async (reader) => {
        const begun = { workspace_id, guide_id: CROWD, after_time: '2026-01-02T04:00:00.000Z', after_id: NOBODY }
        await nextEnrollments(reader, { ...begun, after_time: null, after_id: null }, 100)
        await nextEnrollments(reader, begun, 100)
      })
    })
    const found: Record<string, string[]> = {}
    for (const select of selects) {
      const faults = await planRows.faultsOf(select, PART)
      if (faults.length > 0) found[select.sql] = faults
    }
    expect(found).toEqual({})
  })

  test.each(FIGURES)('the figures of %s %o read no more than their limit', async (name, input) => {
    const { context } = instance.acme
    const selects = await selectsBy(async () => void (await invoke(listing(name), context, input)))
    expect(selects).not.toEqual([])
    const found: Record<string, string[]> = {}
    for (const select of selects) {
      const faults = await planRows.faultsOf(select, COUNTS_TO)
      if (faults.length > 0) found[select.sql] = faults
    }
    expect(found).toEqual({})
  })
})

/** All pairs of filters from two sets, or of different filters from one. */
function pairsOf(some: Record<string, object>, others: Record<string, object>): Record<string, object> {
  const pairs = Object.entries(some).flatMap(([one, given], at) =>
    Object.entries(others).flatMap(([other, beside], after) =>
      Object.keys(given).some((key) => key in beside) ||
      ('sort' in given && 'updated_since' in beside) ||
      (some === others && after <= at)
        ? []
        : [[`${one} and ${other}`, { ...given, ...beside }] as const],
    ),
  )
  return Object.fromEntries(pairs)
}
