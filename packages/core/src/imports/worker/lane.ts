import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Lane } from '../../queue/worker.ts'
import type { Tx } from '../../storage/database.ts'
import { NO_PLAN } from '../../workspaces/plans.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { importsDue } from '../channel.ts'
import type { ImportsRow } from '../store.ts'
import { claimImports, release } from './claim.ts'
import { readRows } from './read-rows.ts'
import { walkRows } from './walk.ts'

const POLL_MS = 2000
/** More at once would only take longer each. */
const LIMIT = 2

interface Ended {
  job: ImportsRow
  /** Why it did not come further; what it did until then is kept. */
  error: string | undefined
}

/** The lane of imports: each is worked on for some seconds, and then the next one has its turn. */
export function importLane(context: Context, onError: (error: unknown) => void): Lane<ImportsRow, Ended> {
  return {
    channel: importsDue,
    pollMs: POLL_MS,
    limit: LIMIT,
    table: (tables) => tables.imports,
    idOf: ({ id }) => id,
    claim: (tx, room, leased_by) => claimImports(tx, { room, leased_by }),
    send: (job) => work(context, job, onError),
    settle: (tx, ended) => settle(tx, ended),
    isLasting: () => false,
  }
}

/** For a program without workers: goes on with one import for some seconds, unless a worker does so already. */
export async function workOn(context: Context, place: { workspace_id: string; id: string }): Promise<void> {
  const { write } = context.store
  const wanted = { room: 1, leased_by: randomUUID(), place }
  const [job] = await write((tx) => claimImports(tx, wanted))
  if (!job) return
  let failure: unknown
  const ended = await work(context, job, (error) => {
    failure = error
  })
  await write((tx) => settle(tx, [ended]))
  if (failure !== undefined) throw failure
}

async function work(context: Context, job: ImportsRow, onError: (error: unknown) => void): Promise<Ended> {
  try {
    const own = await contextFor(context, job)
    if (own) await (job.status === 'reading' ? readRows(own, job) : walkRows(own, job))
    return { job, error: undefined }
  } catch (error) {
    onError(error)
    return { job, error: error instanceof Error ? error.message : String(error) }
  }
}

/** It acts in the workspace of the import, within the plan that this has now. */
async function contextFor(context: Context, { workspace_id }: ImportsRow): Promise<Context | undefined> {
  const { store, settings, caller } = context
  const workspace = await store.read((reader) => findWorkspace(reader, workspace_id))
  if (!workspace) return undefined
  const plan = settings.plans[workspace.plan] ?? NO_PLAN
  return { ...context, caller: { ...caller, workspace_id, plan } }
}

async function settle(tx: Tx, ended: readonly Ended[]): Promise<void> {
  for (const { job, error } of ended) await release(tx, job, error)
}
