import type { Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { isSettled } from '../storage/steps/settled.ts'
import { inSteps } from '../storage/steps/steps.ts'
import * as postgres from './build.postgres.ts'
import * as sqlite from './build.sqlite.ts'
import { INDEXED, type Part } from './part.ts'
import { deleteKey, type KeyRow, recordProgress, unfinishedKeys } from './store.ts'

const ENGINES = { sqlite, postgres }

/** Maximum number of keys per call. */
const MAX_KEYS = 20

/** Continues indexing the values of added keys, and deleting those of removed ones, in short steps. */
export async function buildMetadataIndexes(store: Pick<Store, 'read' | 'write'>): Promise<void> {
  for (const row of await store.read((reader) => unfinishedKeys(reader, MAX_KEYS))) {
    const { seen_at } = row
    if (seen_at === null) await store.write((tx) => recordProgress(tx, row, { seen_at: tx.time }))
    // Triggers of transactions that began before may not see the key: their records are indexed after these have ended.
    else if (await store.read((reader) => isSettled(reader, seen_at)))
      if (!(await (row.removed_at === null ? index : unindex)(store, row))) return
  }
}

/** @returns whether there is time for the next key */
function index(store: Pick<Store, 'write'>, row: KeyRow): Promise<boolean> {
  const { workspace_id, key } = row
  let place = { resource: INDEXED.find((one) => one === row.resource) ?? INDEXED[0], after_id: row.after_id }
  return inSteps(store, async (tx, limit) => {
    const { count, last } = await indexRecords(tx, { workspace_id, key, ...place, limit })
    const next = INDEXED[INDEXED.indexOf(place.resource) + 1]
    const isReady = count < limit && next === undefined
    const reached =
      count < limit && next !== undefined ? { resource: next, after_id: null } : { ...place, after_id: last }
    const isOurs = await recordProgress(tx, row, { ...reached, ...(isReady && { ready_at: tx.stamp }) })
    // The transaction may be repeated.
    tx.afterCommit(() => {
      place = reached
    })
    return isOurs && !isReady ? limit : 0
  })
}

/** @returns whether there is time for the next key */
function unindex(store: Pick<Store, 'write'>, row: KeyRow): Promise<boolean> {
  const { workspace_id, key } = row
  return inSteps(store, async (tx, limit) => {
    if (!(await recordProgress(tx, row, { resource: null, after_id: null }))) return 0
    const ofKey = [
      ['workspace_id', '=', workspace_id],
      ['key', '=', key],
    ] as const
    const count = await deleteSome(tx, 'metadata_values', ofKey, limit)
    if (count < limit) await deleteKey(tx, row)
    return count
  })
}

function indexRecords({ connection }: Tx, part: Part) {
  return ENGINES[connection.dialect.engine].indexRecords(connection, part)
}
