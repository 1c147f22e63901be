import { EventEmitter } from 'node:events'
import { chmodSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { AppError } from '../../errors.ts'
import { type Database, readerOn, type Tx } from '../database.ts'
import { gatherHints } from '../hints.ts'
import { pauseBeforeReading } from '../pauses.ts'
import { createSubscribers } from '../subscribers.ts'
import { NEWEST_STAMP } from '../tables/webhooks.ts'
import { cannotUseFile } from '../unavailable.ts'
import { connectSqlite } from './connection.sqlite.ts'
import { sqliteDialect } from './dialect.sqlite.ts'
import { identityOf } from './file-identity.ts'
import { groupCommit } from './group-commit.sqlite.ts'
import { PlannedOnce } from './planned-once.sqlite.ts'
import { snapshotOf } from './snapshot.sqlite.ts'

/** A busy wait stops the event loop, so it is short; what is still locked then is answered with `unavailable`. */
const BUSY_TIMEOUT_MS = 1500
const IN_MEMORY = ':memory:'

/**
 * @param file path of the database file, or `:memory:`
 * @param now a clock to use instead of the system's
 */
// Long because the parts of a database share its connections.
export function openSqlite(file: string, now = () => new Date()): { database: Database; writer: Sqlite.Database } {
  const writer = new PlannedOnce(file, { timeout: BUSY_TIMEOUT_MS })
  // Of a new file: so that it can shrink.
  writer.pragma('auto_vacuum = INCREMENTAL')
  writer.pragma('journal_mode = WAL')
  // The build's default in WAL mode is NORMAL, which may lose acknowledged writes in a power cut.
  writer.pragma('synchronous = FULL')
  writer.pragma('foreign_keys = ON')
  // Small checkpoints: each writes the pages that changed since the last within somebody's commit, and all others wait.
  writer.pragma('wal_autocheckpoint = 600')
  writer.pragma('cache_size = -16000')
  if (file !== IN_MEMORY) chmodSync(file, 0o600)
  const reader = file === IN_MEMORY ? writer : new PlannedOnce(file, { timeout: BUSY_TIMEOUT_MS, readonly: true })
  if (reader !== writer) reader.pragma('cache_size = -16000')

  // Whoever reads opens the log, and makes it where there is none.
  writer.pragma('user_version')
  const identity = file === IN_MEMORY ? undefined : identityOf(file)
  const clock = clockOf(writer, now)
  const writing = connectSqlite(writer, clock.settled)
  const snapshot = reader === writer ? undefined : snapshotOf(reader)
  const reading = readerOn(
    snapshot ? connectSqlite(reader, settled, { pause: pauseBeforeReading, begun: snapshot.hold }) : writing,
  )
  const channels = new EventEmitter()
  const { subscribe, publish } = createSubscribers()
  const hints = gatherHints(async (channel, about) => void channels.emit(channel.name, about))
  const queue = groupCommit(writer, {
    begun() {
      // What the transaction sees, another process may have committed since the state that is held.
      snapshot?.end()
      clock.begun()
    },
    committing: () => snapshot?.end(),
    committed: () => identity?.check(),
    handle: (afterCommit): Tx => ({
      ...readerOn(writing),
      ...clock.times(),
      db: writing.builders,
      afterCommit,
      notify: (channel) => afterCommit(() => void channels.emit(channel.name)),
      wake: (channel) => afterCommit(() => void channels.emit(channel.name)),
      hint: (channel, about) => afterCommit(() => hints.add(channel, about)),
      publish: (event) => afterCommit(() => publish(event)),
    }),
  })

  /** What is settled by now, another process may have committed since the state that is held. */
  function settled(): string {
    snapshot?.end()
    return clock.settled()
  }

  const database: Database = {
    engine: 'sqlite',
    isShared: false,
    async read(work) {
      try {
        identity?.recheck()
        return await work(reading)
      } catch (error) {
        throw sqliteDialect.translate(error)
      }
    },
    write: queue.write,
    presentAs: () => null,
    whenPresent: async () => undefined,
    requireInPlace: () => identity?.check(),
    connections: queue.figures,
    listen(channel, wake) {
      channels.on(channel.name, wake)
      return () => void channels.off(channel.name, wake)
    },
    subscribe,
    async close() {
      await queue.close()
      hints.close()
      if (reader !== writer) reader.close()
      if (writer.open) writer.close()
    },
  }
  return { database, writer }
}

/**
 * The times of transactions. One writes after the other, so stamps are in the order of commits where they never go back: they
 * begin from the newest that is committed, which every change leaves in its event.
 */
function clockOf(writer: Sqlite.Database, now: () => Date) {
  let newest = ''
  /** The newest before what is open: what that writes is stamped with this or later, and is not to be seen yet. */
  let settled = ''
  let floor: Sqlite.Statement<[], { at: string | null }> | undefined
  function committedTime(): string {
    floor ??= writer.prepare(`select (${NEWEST_STAMP}) as at`)
    return floor.get()?.at ?? ''
  }

  return {
    /** Another process, a command of the operator, may have committed since; until the commit none can. */
    begun() {
      const committed = committedTime()
      if (committed > newest) newest = committed
      settled = newest
    },
    times() {
      const time = now().toISOString()
      if (time > newest) newest = time
      return { time, stamp: newest }
    },
    settled() {
      if (writer.inTransaction) return settled
      const time = now().toISOString()
      return time > newest ? time : newest
    },
  }
}

/** Finds out without waiting whether another program has locked the file. @throws the driver's error where it has */
export function requireUnlocked(writer: Sqlite.Database): void {
  writer.pragma('busy_timeout = 0')
  try {
    writer.exec('begin immediate; rollback')
  } finally {
    writer.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** Refuses to be the second instance that serves one file. The lock goes with the process, however it ends. */
export function lockSqlite(file: string): () => void {
  const lock = new Sqlite(`${file}.lock`, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY'))
      throw cannotUseFile(file, error)
    throw new AppError(
      'unavailable',
      `Another Handrail instance is using ${file}, in this process or another one. Close it, or give this one another file (several processes need PostgreSQL)`,
      { cause: error },
    )
  }
  return () => lock.close()
}
