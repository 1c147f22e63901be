import { setImmediate as nextTurn } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { AppError } from '../../errors.ts'
import type { Store, Tx } from '../database.ts'
import { sqliteDialect } from './dialect.sqlite.ts'

const MAX_BATCH = 256
/**
 * After this time a transaction is committed, and what still waits goes into the next, after a turn of the event loop for others. There is
 * none within a transaction: another instance of this process that began one on the same file would wait for it, and stop the event loop.
 */
const LONGEST_MS = 6
/**
 * What is settled at once, before others have a turn: so many jobs, as each of them then has a response to write, and only as long as the
 * work after the commit takes this time.
 */
const SETTLED_AT_ONCE = 16
const SETTLING_MS = 4
/** Where writes fail often, most are run once. */
const CAREFUL_BATCHES = 64

interface Job {
  lasting: boolean
  run(tx: Tx): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface Outcome {
  settle(): void
  afterCommit: (() => void)[]
}

interface Hooks {
  /** Called at the beginning of each transaction. */
  begun(): void
  /** Called right before each commit. */
  committing(): void
  /** Called right after each commit. What it throws is what everybody is told whose write was in it. */
  committed(): void
  handle(afterCommit: Tx['afterCommit']): Tx
}

/**
 * The write queue of SQLite: all that wait at the same time share one transaction and one fsync, so that
 * `synchronous=FULL` is also fast, and one that fails takes nobody with it. Where none of them need last, there is no
 * fsync: the next that does brings theirs to the disk, since it comes later in the same log.
 */
export function groupCommit(sqlite: Sqlite.Database, hooks: Hooks) {
  const transactions = transactionsOn(sqlite, hooks)
  const waiting: Job[] = []
  let draining: Promise<void> | undefined
  let synchronous = 'FULL'
  let closed = false

  function synchronize(mode: 'FULL' | 'NORMAL'): void {
    if (synchronous !== mode) sqlite.pragma(`synchronous = ${mode}`)
    synchronous = mode
  }

  async function runBatch(batch: Job[]): Promise<void> {
    let outcomes: Outcome[]
    try {
      synchronize(batch.some((job) => job.lasting) ? 'FULL' : 'NORMAL')
      outcomes = await transactions.run(batch)
    } catch (error) {
      if (sqlite.inTransaction) transactions.rollback()
      const failure = sqliteDialect.translate(error)
      for (const job of batch) job.reject(failure)
      return
    }
    waiting.unshift(...batch.slice(outcomes.length))
    let began = performance.now()
    for (const [at, outcome] of outcomes.entries()) {
      if ((at > 0 && at % SETTLED_AT_ONCE === 0) || performance.now() - began > SETTLING_MS) {
        await nextTurn()
        began = performance.now()
      }
      outcome.settle()
      for (const work of outcome.afterCommit) work()
    }
  }

  async function drain(): Promise<void> {
    // One turn of the event loop, in which other requests reach the queue.
    await nextTurn()
    while (waiting.length > 0) {
      await runBatch(waiting.splice(0, MAX_BATCH))
      await nextTurn()
    }
    draining = undefined
  }

  const write: Store['write'] = <T>(work: (tx: Tx) => Promise<T>, { lasting = true } = {}) =>
    new Promise<T>((resolve, reject) => {
      if (closed) return reject(new AppError('unavailable', 'The service is shutting down', { retryAfter: 5 }))
      waiting.push({ lasting, run: work, resolve: resolve as Job['resolve'], reject })
      draining ??= drain()
    })

  async function close(): Promise<void> {
    closed = true
    await draining
  }

  const figures = () => ({ size: 1, used: draining ? 1 : 0, waiting: waiting.length })

  return { write, close, figures }
}

/**
 * Transactions of several jobs. A savepoint for each would cost a fifth of a small write, as SQLite copies every page that
 * changes within it. So they run without, and are undone and run again with savepoints where one fails that has written.
 */
// Long because all of it shares the statements.
function transactionsOn(sqlite: Sqlite.Database, { begun, committing, committed, handle }: Hooks) {
  const begin = sqlite.prepare('begin immediate')
  const commit = sqlite.prepare('commit')
  const rollback = sqlite.prepare('rollback')
  const savepoint = sqlite.prepare('savepoint job')
  const release = sqlite.prepare('release job')
  const undo = sqlite.prepare('rollback to job')
  const totalChanges = sqlite.prepare('select total_changes()').pluck()
  /** How many batches are still to be run in savepoints from the beginning. */
  let careful = 0

  async function runJob(job: Job): Promise<Outcome> {
    const afterCommit: (() => void)[] = []
    const value = await job.run(handle((work) => afterCommit.push(work)))
    return { afterCommit, settle: () => job.resolve(value) }
  }

  /** @returns undefined where it failed after it had written: all that was done is to be undone */
  async function runTogether(job: Job, isAlone: boolean): Promise<Outcome | undefined> {
    const before = totalChanges.get()
    try {
      return await runJob(job)
    } catch (error) {
      // A full disk ends the whole transaction by itself; and what is alone is undone with it.
      if (!sqlite.inTransaction || isAlone) throw error
      return totalChanges.get() === before ? refused(job, error) : undefined
    }
  }

  async function runApart(job: Job): Promise<Outcome> {
    savepoint.run()
    let outcome: Outcome
    try {
      outcome = await runJob(job)
    } catch (error) {
      // There is no savepoint left to return to.
      if (!sqlite.inTransaction) throw error
      undo.run()
      outcome = refused(job, error)
    }
    release.run()
    return outcome
  }

  /** Runs the first jobs of a batch, as many as there is time for. @returns undefined where one of them has no outcome */
  async function runInTime(
    batch: Job[],
    run: (job: Job) => Promise<Outcome | undefined>,
  ): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = []
    const began = performance.now()
    for (const job of batch) {
      if (performance.now() - began > LONGEST_MS) break
      const outcome = await run(job)
      if (!outcome) return undefined
      outcomes.push(outcome)
    }
    return outcomes
  }

  async function runJobs(batch: Job[]): Promise<Outcome[]> {
    if (careful > 0) careful--
    else {
      const outcomes = await runInTime(batch, (job) => runTogether(job, batch.length === 1))
      if (outcomes) return outcomes
      careful = CAREFUL_BATCHES
      rollback.run()
      begin.run()
      begun()
    }
    return (await runInTime(batch, runApart)) ?? []
  }

  return {
    /**
     * Runs the first jobs of a batch, as many as there is time for. Rejects where nothing of the whole batch is kept; the
     * transaction may then still be open.
     */
    async run(batch: Job[]): Promise<Outcome[]> {
      begin.run()
      begun()
      const outcomes = await runJobs(batch)
      committing()
      commit.run()
      committed()
      return outcomes
    },
    rollback: () => void rollback.run(),
  }
}

function refused(job: Job, error: unknown): Outcome {
  return { afterCommit: [], settle: () => job.reject(sqliteDialect.translate(error)) }
}
