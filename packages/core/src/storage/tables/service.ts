import type { Deletable } from '../../contract/contracts.ts'
import type { SlotKind } from '../../workspaces/contract.ts'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'

/** What the service keeps for its own use. Long because it is a list. */
export function serviceTables(column: Columns) {
  const { table, id, text, integer, boolean, bigint, time, index, primaryKey } = column

  /** How many records there are, kept in the transaction that changes it: counting a million rows takes 0.2 s. */
  const counters = table(
    'counters',
    {
      workspace_id: id().notNull(),
      resource: text().notNull(),
      guide_id: text().notNull(),
      status: text().notNull(),
      /** Always 0 on SQLite; on PostgreSQL writers spread over several rows instead of queueing for one. */
      shard: integer().notNull(),
      value: integer().notNull(),
    },
    (t) => [primaryKey({ columns: [t.workspace_id, t.resource, t.guide_id, t.status, t.shard] })],
  )

  const idempotency_keys = table(
    'idempotency_keys',
    {
      workspace_id: id().notNull(),
      credential_id: text().notNull(),
      key: text().notNull(),
      fingerprint: text().notNull(),
      sealed_answer: text(),
      created_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.credential_id, t.key] }),
      index('idempotency_keys_created').on(t.created_at),
    ],
  )

  /** Previews that a caller can confirm: what each was of, by its hash. */
  const confirmations = table(
    'confirmations',
    {
      workspace_id: id().notNull(),
      token_hash: text().notNull(),
      credential_id: text().notNull(),
      digest: text().notNull(),
      expires_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.token_hash] }),
      index('confirmations_credential').on(t.workspace_id, t.credential_id, t.expires_at),
      index('confirmations_expiring').on(t.expires_at),
    ],
  )

  /** Questions to people that a process waits with, on PostgreSQL: an answer may reach another one. */
  const elicitations = table(
    'elicitations',
    {
      /** Hashes that only the credential that was asked can make: for the answer, and for the end of the call. */
      answer_key: text().primaryKey(),
      call_key: text().notNull(),
      /** How another process ended it. */
      ending: text<'agreed' | 'refused' | 'cancelled'>(),
      expires_at: time().notNull(),
    },
    (t) => [index('elicitations_call').on(t.call_key), index('elicitations_expiring').on(t.expires_at)],
  )

  /** Requests counted by credential and window, where several processes share the count (PostgreSQL). */
  const rate_windows = table(
    'rate_windows',
    {
      credential_id: text().notNull(),
      seconds: integer().notNull(),
      starts_at: integer().notNull(),
      used: integer().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.credential_id, t.seconds, t.starts_at] }),
      index('rate_windows_start').on(t.starts_at),
    ],
  )

  /** The last number that was taken of a sequence, on SQLite; PostgreSQL has sequences of its own, for which nobody waits. */
  const sequences = table('sequences', { name: text().primaryKey(), value: bigint().notNull() })

  /** Periodic work is done by whoever holds its lease. */
  const leases = table('leases', { name: text().primaryKey(), holder: text().notNull(), expires_at: time().notNull() })

  /** Who sends what waits, on PostgreSQL: a number that each counts up while it lives. */
  const workers = table('workers', {
    id: text().primaryKey(),
    beat: integer().notNull(),
    /** By what others know whether its process has ended; null while they cannot tell. */
    process: text(),
  })

  /** What a workspace has under way at this moment, of what it may only have so much of at a time. */
  const slots = table(
    'slots',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      kind: text<SlotKind>().notNull(),
      /** Whoever holds it puts this off: what is past it belonged to a process that died. */
      held_until: time().notNull(),
      /** As of workers. */
      process: text(),
    },
    (t) => [primaryKey({ columns: [t.workspace_id, t.kind, t.id] }), index('slots_held_until').on(t.held_until)],
  )

  /** Foreign files being read, and those that ended the process that read them: these are not read again. */
  const file_readings = table(
    'file_readings',
    {
      workspace_id: id().notNull(),
      /** The hash of the content. */
      content_hash: text().notNull(),
      id: id().notNull(),
      /** As of workers. */
      process: text(),
      is_refused: boolean().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.content_hash, t.id] }),
      index('file_readings_created').on(t.created_at),
    ],
  )

  /** Deletions, for programs that keep a copy of the records. */
  const tombstones = table(
    'tombstones',
    {
      workspace_id: id().notNull(),
      resource: text<Deletable>().notNull(),
      id: id().notNull(),
      deleted_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.resource, t.id] }),
      index('tombstones_newest').on(t.workspace_id, t.resource, t.deleted_at, t.id),
    ],
  )

  /** What tells whether the secret of this program is the one that the database was written with: a text that it sealed. */
  const canaries = table('canaries', { name: text().primaryKey(), sealed: text().notNull() })

  return {
    confirmations,
    elicitations,
    counters,
    idempotency_keys,
    rate_windows,
    sequences,
    leases,
    workers,
    slots,
    file_readings,
    tombstones,
    canaries,
  }
}
