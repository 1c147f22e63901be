import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Channel, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { NO_PLAN } from '../../workspaces/plans.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import type { Queue } from '../worker.ts'
import {
  type BatchKey,
  type BatchTable,
  type ClaimedBatch,
  claimBatch,
  claimBatches,
  FIRST_TURN,
  MAX_DEATHS,
  releaseBatch,
  type Turn,
} from './claim.ts'

const POLL_MS = 2000
/** More concurrent jobs would only take longer each; a workspace has one at a time. */
const LIMIT = 4

/** A kind of work over many records, processed for some seconds at a time. */
export interface BatchJob {
  readonly channel: Channel
  table(tables: Tables): BatchTable
  /** Continues a job in short transactions. */
  advance(context: Context, claimed: ClaimedBatch): Promise<void>
  /** Fails a job with a reason, because its process died repeatedly. */
  giveUp(tx: Tx, context: Context, key: BatchKey): Promise<void>
}

interface Ended {
  claimed: ClaimedBatch
  /** The reason why it failed; the progress until then is kept. */
  error: string | undefined
}

/** The jobs of a queue in this process: those claimed last, and those being processed. */
interface UnderWay {
  claimed: readonly ClaimedBatch[]
  working: Set<ClaimedBatch>
}

/** The queues of batch jobs: each job is processed for some seconds, then the next one gets its turn. */
export function batchQueues(
  context: Context,
  walks: readonly BatchJob[],
  onError: (error: unknown) => void,
): Queue<ClaimedBatch, Ended>[] {
  const queues = walks.map((batchJob) => {
    const own: UnderWay = { claimed: [], working: new Set() }
    return { walk: batchJob, own }
  })
  const all = () => queues.flatMap(({ own }) => [...own.claimed, ...own.working])
  return queues.map(({ walk: batchJob, own }) => batchQueue({ context, batchJob, onError, own, all }))
}

interface Shared {
  context: Context
  batchJob: BatchJob
  onError: (error: unknown) => void
  own: UnderWay
  /** Jobs of all queues, which die together with the process. */
  all(): readonly ClaimedBatch[]
}

function batchQueue({ context, batchJob, onError, own, all }: Shared): Queue<ClaimedBatch, Ended> {
  const turn: Turn = { last: FIRST_TURN }
  let stopping = false
  const interruptible = { ...context, store: { ...context.store, isInterrupted: () => stopping } }
  return {
    channel: batchJob.channel,
    pollMs: POLL_MS,
    limit: LIMIT,
    isFenced: true,
    table: batchJob.table,
    idOf: ({ id }) => id,
    async claim(tx, { limit }, leased_by) {
      // Earlier claims are being processed, or were never committed.
      own.claimed = []
      const underWay = all()
      if (underWay.some(({ deaths }) => deaths > 0)) return []
      const request = { capacity: limit, leased_by, turn, others: underWay.length > 0 }
      const found = await claimBatches(tx, batchJob.table(tx.tables), request)
      own.claimed = await withoutDead(tx, { context, batchJob }, found)
      return own.claimed
    },
    async send(claimed) {
      own.claimed = own.claimed.filter((one) => one !== claimed)
      own.working.add(claimed)
      const ended = await work(interruptible, batchJob, claimed, onError)
      own.working.delete(claimed)
      return ended
    },
    recordOutcomes: (tx, ended) => settle(tx, batchJob, ended),
    isLasting: () => false,
    interrupt() {
      stopping = true
    },
  }
}

/** The jobs to continue; the others are failed because their process died repeatedly. */
async function withoutDead(
  tx: Tx,
  { context, batchJob }: Pick<Shared, 'context' | 'batchJob'>,
  claimed: readonly ClaimedBatch[],
): Promise<readonly ClaimedBatch[]> {
  for (const one of claimed) if (one.deaths >= MAX_DEATHS) await batchJob.giveUp(tx, context, one)
  return claimed.filter(({ deaths }) => deaths < MAX_DEATHS)
}

/** Continues one job for some seconds, for a program without workers, unless a worker has it. */
export async function runBatch(context: Context, batchJob: BatchJob, key: BatchKey): Promise<void> {
  const { write } = context.store
  const request = { ...key, leased_by: randomUUID() }
  const [claimed] = await write(async (tx) => {
    const found = await claimBatch(tx, batchJob.table(tx.tables), request)
    return withoutDead(tx, { context, batchJob }, found ? [found] : [])
  })
  if (!claimed) return
  let failure: unknown
  const ended = await work(context, batchJob, claimed, (error) => {
    failure = error
  })
  await write((tx) => settle(tx, batchJob, [ended]))
  if (failure !== undefined) throw failure
}

async function work(
  context: Context,
  batchJob: BatchJob,
  claimed: ClaimedBatch,
  onError: (error: unknown) => void,
): Promise<Ended> {
  try {
    const own = await contextFor(context, claimed)
    if (own) await batchJob.advance(own, claimed)
    return { claimed, error: undefined }
  } catch (error) {
    onError(error)
    return { claimed, error: error instanceof Error ? error.message : String(error) }
  }
}

/** A context in the workspace of the job, with its current plan. */
async function contextFor(context: Context, { workspace_id }: ClaimedBatch): Promise<Context | undefined> {
  const { store, settings, caller } = context
  const workspace = await store.read((reader) => findWorkspace(reader, workspace_id))
  if (!workspace) return undefined
  const plan = settings.plans[workspace.plan] ?? NO_PLAN
  return { ...context, caller: { ...caller, workspace_id, plan } }
}

async function settle(tx: Tx, batchJob: BatchJob, ended: readonly Ended[]): Promise<void> {
  for (const { claimed, error } of ended) await releaseBatch(tx, batchJob.table(tx.tables), claimed, error)
}
