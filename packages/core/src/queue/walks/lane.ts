import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Channel, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { NO_PLAN } from '../../workspaces/plans.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import type { QueueTable } from '../leases.ts'
import type { Lane } from '../worker.ts'
import { type Claimed, claimWalks, releaseWalk } from './claim.ts'

const POLL_MS = 2000
/** More at once would only take longer each. */
const LIMIT = 2

/** A kind of work that goes along many records, for some seconds at a time. */
export interface Walk {
  readonly channel: Channel
  table(tables: Tables): QueueTable
  /** Goes on with one, in steps that hold nobody up. */
  goOn(context: Context, claimed: Claimed): Promise<void>
}

interface Ended {
  claimed: Claimed
  /** Why it did not come further; what it did until then is kept. */
  error: string | undefined
}

/** The lane of a kind of walk: each is worked on for some seconds, and then the next one has its turn. */
export function walkLane(context: Context, walk: Walk, onError: (error: unknown) => void): Lane<Claimed, Ended> {
  return {
    channel: walk.channel,
    pollMs: POLL_MS,
    limit: LIMIT,
    table: walk.table,
    idOf: ({ id }) => id,
    claim: (tx, { limit }, leased_by) => claimWalks(tx, walk.table(tx.tables), { room: limit, leased_by }),
    send: (claimed) => work(context, walk, claimed, onError),
    settle: (tx, ended) => settle(tx, walk, ended),
    isLasting: () => false,
  }
}

/** For a program without workers: goes on with one for some seconds, unless a worker does so already. */
export async function workOn(context: Context, walk: Walk, place: { workspace_id: string; id: string }): Promise<void> {
  const { write } = context.store
  const wanted = { room: 1, leased_by: randomUUID(), place }
  const [claimed] = await write((tx) => claimWalks(tx, walk.table(tx.tables), wanted))
  if (!claimed) return
  let failure: unknown
  const ended = await work(context, walk, claimed, (error) => {
    failure = error
  })
  await write((tx) => settle(tx, walk, [ended]))
  if (failure !== undefined) throw failure
}

async function work(context: Context, walk: Walk, claimed: Claimed, onError: (error: unknown) => void): Promise<Ended> {
  try {
    const own = await contextFor(context, claimed)
    if (own) await walk.goOn(own, claimed)
    return { claimed, error: undefined }
  } catch (error) {
    onError(error)
    return { claimed, error: error instanceof Error ? error.message : String(error) }
  }
}

/** It acts in the workspace of the walk, within the plan that this has now. */
async function contextFor(context: Context, { workspace_id }: Claimed): Promise<Context | undefined> {
  const { store, settings, caller } = context
  const workspace = await store.read((reader) => findWorkspace(reader, workspace_id))
  if (!workspace) return undefined
  const plan = settings.plans[workspace.plan] ?? NO_PLAN
  return { ...context, caller: { ...caller, workspace_id, plan } }
}

async function settle(tx: Tx, walk: Walk, ended: readonly Ended[]): Promise<void> {
  for (const { claimed, error } of ended) await releaseWalk(tx, walk.table(tx.tables), claimed, error)
}
