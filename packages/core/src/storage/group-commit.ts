import { setImmediate as nextTurn } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { AppError } from '../errors.ts'
import type { Store, Tx } from './database.ts'
import { sqliteDialect } from './dialect.sqlite.ts'

const MAX_BATCH = 256

interface Job {
  lasting: boolean
  run(tx: Tx): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface Outcome {
  job: Job
  settle(): void
  afterCommit: (() => void)[]
}

/**
 * The write queue of SQLite: all that wait at the same time share one transaction and one fsync, each in a savepoint of
 * its own, so that `synchronous=FULL` is also fast and one that fails takes nobody with it. Where none of them need last,
 * there is no fsync: the next that does brings theirs to the disk, since it comes later in the same log.
 */
export function groupCommit(
  sqlite: Sqlite.Database,
  { begun, handle }: { begun(): void; handle: (afterCommit: Tx['afterCommit']) => Tx },
) {
  const begin = sqlite.prepare('begin immediate')
  const commit = sqlite.prepare('commit')
  const rollback = sqlite.prepare('rollback')
  const savepoint = sqlite.prepare('savepoint job')
  const release = sqlite.prepare('release job')
  const undo = sqlite.prepare('rollback to job')
  const waiting: Job[] = []
  let draining: Promise<void> | undefined
  let synchronous = 'FULL'
  let closed = false

  async function runJob(job: Job): Promise<Outcome> {
    const afterCommit: (() => void)[] = []
    savepoint.run()
    try {
      const value = await job.run(handle((work) => afterCommit.push(work)))
      release.run()
      return { job, afterCommit, settle: () => job.resolve(value) }
    } catch (error) {
      // A full disk ends the whole transaction by itself: there is no savepoint left to return to.
      if (!sqlite.inTransaction) throw error
      undo.run()
      release.run()
      return { job, afterCommit: [], settle: () => job.reject(sqliteDialect.translate(error)) }
    }
  }

  function synchronize(wanted: 'FULL' | 'NORMAL'): void {
    if (synchronous !== wanted) sqlite.pragma(`synchronous = ${wanted}`)
    synchronous = wanted
  }

  async function runBatch(batch: Job[]): Promise<void> {
    const outcomes: Outcome[] = []
    try {
      synchronize(batch.some((job) => job.lasting) ? 'FULL' : 'NORMAL')
      begin.run()
      begun()
      for (const job of batch) outcomes.push(await runJob(job))
      commit.run()
    } catch (error) {
      if (sqlite.inTransaction) rollback.run()
      const failure = sqliteDialect.translate(error)
      for (const job of batch) job.reject(failure)
      return
    }
    for (const outcome of outcomes) {
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

  return { write, close }
}
