import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type {
  DeliveryStatus,
  DeliveryWaitsFor,
  EndpointStatus,
  Payload,
  RECOVERY_STATUSES,
} from '../../webhooks/contract.ts'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'

/** The newest version of bodies. */
export const PAYLOAD_VERSION = 1

/** Selects the newest time that a committed change is stamped with: every change leaves it in its event. An index has it. */
export const NEWEST_STAMP = 'select max(occurred_at) from events'

/** A secret that was rotated, until the end of its grace. */
export interface FormerSecret {
  sealed: string
  until: string
}

/** The table that the check of a foreign key reads most often in transactions of workers: for each attempt. */
export const CHECKED_BY_WORKERS = 'webhook_deliveries'

/** Events, and where and how they are delivered. Long because it is a list. */
export function webhookTables(column: Columns) {
  const {
    table,
    id,
    text,
    boolean,
    integer,
    bigint,
    time,
    json,
    index,
    uniqueIndex,
    primaryKey,
    foreignKey,
    byEngine,
  } = column

  const events = table(
    'events',
    {
      workspace_id: id().notNull(),
      id: text().notNull(),
      type: text().notNull(),
      occurred_at: time().notNull(),
      /** The bytes of `data`, fixed when the event happened. */
      data: text().notNull(),
      /**
       * Grows from event to event of one record: it is taken once the record is locked. Null of those that a former release
       * has written.
       */
      sequence: bigint(),
      /** Of one that is for more endpoints than one transaction writes to: the last that has its delivery; '' for none yet. */
      fan_out_after: text(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('events_occurred').on(t.occurred_at),
      // Feeds read the events of all workspaces in this order: one process writes to SQLite, in the order of `sequence`.
      index('events_written').on(...byEngine<PgColumn>({ sqlite: [t.sequence, t.id], postgres: [t.id] })),
      index('events_unfinished').on(t.workspace_id, t.id).where(sql`${t.fan_out_after} is not null`),
      index('events_newest').on(t.workspace_id, t.occurred_at, t.id),
    ],
  )

  const webhook_endpoints = table(
    'webhook_endpoints',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      url: text().notNull(),
      events: json<string[]>().notNull(),
      description: text().notNull(),
      status: text<EndpointStatus>().notNull(),
      disabled_reason: text(),
      sealed_secret: text().notNull(),
      /** Those before it that deliveries are also signed with, each until its time. */
      former_secrets: json<FormerSecret[]>().notNull().default([]),
      failing_since: time(),
      consecutive_failures: integer().notNull().default(0),
      /** While the breaker is open: when the next probe may be sent, and how long it waited for this one. */
      open_until: time(),
      probe_seconds: integer().notNull().default(0),
      /** How many deliveries may be under way at once; it recovers gradually after a failure. */
      concurrency: integer().notNull().default(8),
      /** As many at most, whatever the one above allows. One alone: in the order in which they happened. */
      max_concurrency: integer().notNull().default(8),
      /** How many may begin within a second; null for as many as may be under way. */
      max_per_second: integer(),
      payload: text<Payload>().notNull().default('full'),
      /** How bodies are made: what changes for receivers is a new version, which an endpoint gets when it asks for it. */
      payload_version: integer().notNull().default(1),
      /** Only what concerns one of these; null for everything. */
      guide_ids: json<string[]>(),
      organisation_ids: json<string[]>(),
      /** Its own headers: their names, and all of them as sealed JSON. */
      header_names: json<string[]>().notNull().default([]),
      sealed_headers: text(),
      /** Whether events contain the links of contacts: not if a token chose the address that may not see them. */
      shows_links: boolean().notNull().default(true),
      /** Of one that nobody finds any more: its deliveries are being erased, and it with the last of them. */
      deleted_at: time(),
      /** How long its answers take, in milliseconds and on average, as was last written down; null before the first. */
      answer_ms: integer(),
      /** When what is held back for it is looked at again; null while nothing is to be let through. */
      release_at: time(),
      /** What was put off before this time is let through too: it was enabled then. Null when that is done. */
      forward_before: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      uniqueIndex('webhook_endpoints_id_unique').on(t.id),
      index('webhook_endpoints_newest').on(t.workspace_id, t.created_at, t.id),
      index('webhook_endpoints_deleted').on(t.deleted_at).where(sql`${t.deleted_at} is not null`),
      index('webhook_endpoints_release').on(t.release_at).where(sql`${t.release_at} is not null`),
      index('webhook_endpoints_release_turns')
        .on(t.workspace_id, t.release_at, t.id)
        .where(sql`${t.release_at} is not null`),
    ],
  )

  /** What endpoints subscribe to, by pattern, so that an event finds its endpoints. Triggers derive it from `events`. */
  const webhook_subscriptions = table(
    'webhook_subscriptions',
    { workspace_id: id().notNull(), event: text().notNull(), endpoint_id: id().notNull() },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.event, t.endpoint_id] }),
      foreignKey({
        columns: [t.workspace_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.workspace_id, webhook_endpoints.id],
      }).onDelete('cascade'),
      index('webhook_subscriptions_endpoint').on(t.workspace_id, t.endpoint_id),
    ],
  )

  const webhook_deliveries = table(
    'webhook_deliveries',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      endpoint_id: id().notNull(),
      event_id: text().notNull(),
      event: text().notNull(),
      status: text<DeliveryStatus>().notNull(),
      attempts: integer().notNull(),
      response_status: integer(),
      response_body: text(),
      error: text(),
      duration_ms: integer(),
      ...timestamps(column),
      next_attempt_at: time(),
      /** Of a pending one that is not under way; null where it is ready to be sent. */
      waiting_for: text<DeliveryWaitsFor>(),
      delivered_at: time(),
      /** While an attempt is under way: when it counts as lost. */
      lease_until: time(),
      /** The worker that makes it; null where none does. */
      leased_by: text(),
      /** How many times in a row its process ended in the midst of sending it. */
      losses: integer().notNull().default(0),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.workspace_id, webhook_endpoints.id],
      }).onDelete('cascade'),
      index('webhook_deliveries_newest').on(t.workspace_id, t.endpoint_id, t.created_at, t.id),
      index('webhook_deliveries_ready')
        .on(t.workspace_id, t.endpoint_id, t.next_attempt_at, t.id)
        .where(sql`${t.status} = 'pending' and ${t.lease_until} is null and ${t.waiting_for} is null`),
      index('webhook_deliveries_later').on(t.next_attempt_at).where(sql`${t.waiting_for} = 'time'`),
      index('webhook_deliveries_later_turns')
        .on(t.workspace_id, t.endpoint_id, t.next_attempt_at)
        .where(sql`${t.waiting_for} = 'time'`),
      index('webhook_deliveries_alone').on(t.next_attempt_at).where(sql`${t.waiting_for} = 'alone'`),
      index('webhook_deliveries_held')
        .on(t.endpoint_id, t.waiting_for, t.next_attempt_at, t.id)
        .where(sql`${t.waiting_for} is not null`),
      index('webhook_deliveries_under_way').on(t.endpoint_id, t.lease_until).where(sql`${t.lease_until} is not null`),
      index('webhook_deliveries_of_event').on(t.workspace_id, t.event_id, t.endpoint_id),
      index('webhook_deliveries_missed')
        .on(t.workspace_id, t.endpoint_id, t.status, t.created_at, t.id)
        .where(sql`${t.status} in ('failed', 'skipped')`),
      index('webhook_deliveries_created').on(t.created_at),
    ],
  )

  /** When deliveries to an endpoint with a limit began lately. */
  const webhook_paces = table(
    'webhook_paces',
    {
      workspace_id: id().notNull(),
      endpoint_id: id().notNull(),
      /** How many began, each with the time, in milliseconds. */
      begun: json<[at: number, count: number][]>().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.endpoint_id] }),
      foreignKey({
        columns: [t.workspace_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.workspace_id, webhook_endpoints.id],
      }).onDelete('cascade'),
    ],
  )

  /** Deliveries to be made up for: a job that survives a restart. */
  const webhook_recoveries = table(
    'webhook_recoveries',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      endpoint_id: id().notNull(),
      since: time().notNull(),
      until: time().notNull(),
      /** The last event that was looked at, and when it happened; null before the first. */
      after_event_id: text().notNull(),
      after_time: time(),
      status: text<(typeof RECOVERY_STATUSES)[number]>().notNull(),
      /** Events, and when the last of them happened; null before the first. */
      looked_at: integer().notNull().default(0),
      reached: time(),
      recovered: integer().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.workspace_id, webhook_endpoints.id],
      }).onDelete('cascade'),
      index('webhook_recoveries_running')
        .on(t.workspace_id, t.endpoint_id, t.created_at)
        .where(sql`${t.status} = 'running'`),
    ],
  )

  /** Programs that read all events: each has its position (`events/feeds/position.ts`). */
  const event_feeds = table('event_feeds', { name: text().primaryKey(), position: text().notNull() })

  return {
    ...{ events, event_feeds, webhook_endpoints, webhook_subscriptions },
    ...{ webhook_deliveries, webhook_paces, webhook_recoveries },
  }
}

export type WebhookTables = ReturnType<typeof webhookTables>
