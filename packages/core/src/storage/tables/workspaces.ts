import type { Language } from '../../contract/languages.ts'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'

/** A day on which nobody works. */
export interface StoredHoliday {
  date: string
  /** Empty for none. */
  name: string
}

/** Workspaces, the keys to their API, and what was done in them. Long because it is a list. */
export function workspaceTables(column: Columns) {
  const { table, id, text, boolean, time, bytes, json, index, uniqueIndex, primaryKey, foreignKey } = column

  const workspaces = table(
    'workspaces',
    {
      id: id().primaryKey(),
      name: text().notNull(),
      plan: text().notNull(),
      /** `#rrggbb`; null for that of Handrail. */
      colour: text(),
      /** The name of the logo's file, made of its content; its bytes are in `logos`. */
      logo: text(),
      default_language: text<Language>().notNull().default('en'),
      /** A name of the IANA database. */
      time_zone: text().notNull().default('UTC'),
      /** Who mail is from, where that is not the name of the workspace. */
      sender_name: text(),
      reply_to: text(),
      /** Whether contacts who take part in plans get the daily mail and the look ahead. */
      sends_daily_mail: boolean().notNull().default(true),
      /** Whether it ever had a plan: a published guide with roles, dates or steps of the team, or a participant. */
      uses_plans: boolean().notNull().default(false),
      /** Who had it filled with made-up customers, to look around in. */
      sample_of: text(),
      /** When its access ended for good: what is in it is being erased. */
      ended_at: time(),
      ...timestamps(column),
    },
    (t) => [uniqueIndex('workspaces_sample_of_unique').on(t.sample_of)],
  )

  const logos = table(
    'logos',
    {
      workspace_id: id().notNull(),
      media_type: text().notNull(),
      content: bytes().notNull(),
      /** As mail shows it, a PNG; null of those that were set before there was one. */
      mail_content: bytes(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
    ],
  )

  /** The days on which a workspace works, once it has changed them. */
  const working_calendars = table('working_calendars', {
    workspace_id: id().primaryKey(),
    /** From 1, Monday, to 7, Sunday. */
    working_days: json<number[]>().notNull(),
    /** In the order of their dates. */
    holidays: json<StoredHoliday[]>().notNull(),
    ...timestamps(column),
  })

  /** Workspaces whose dates of open enrollments are to be computed again, because the calendar or the time zone has changed. */
  const date_requests = table('date_requests', {
    workspace_id: id().primaryKey(),
    /** Another one with each request, so that work on an earlier one ends. */
    id: id().notNull(),
    /** When the upkeep first saw it: transactions that began later see what has changed. Null until then. */
    seen_at: time(),
    /** The enrollment up to which they have been computed; null before the first. */
    after_id: id(),
  })

  const api_keys = table(
    'api_keys',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      name: text().notNull(),
      scopes: json<string[]>().notNull(),
      token_hash: text().notNull(),
      hint: text().notNull(),
      /** Null where it does not expire. */
      expires_at: time(),
      last_used_at: time(),
      revoked_at: time(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
      uniqueIndex('api_keys_token_hash_unique').on(t.token_hash),
    ],
  )

  /** Who did what, and where it came in. Entries about a person and no workspace have none. */
  const audit_entries = table(
    'audit_entries',
    {
      id: id().primaryKey(),
      workspace_id: id(),
      actor_id: text().notNull(),
      actor: text().notNull(),
      door: text().notNull(),
      action: text().notNull(),
      /** The kind of record, as `contact`; null for entries of earlier releases. */
      subject_type: text(),
      subject_id: text(),
      /** The network address of the caller, if something vouches for it. */
      address: text(),
      details: json<Record<string, string>>().notNull(),
      ...timestamps(column),
    },
    (t) => [
      index('audit_entries_newest').on(t.workspace_id, t.created_at, t.id),
      index('audit_entries_actor').on(t.workspace_id, t.actor_id, t.created_at, t.id),
    ],
  )

  return { workspaces, logos, working_calendars, date_requests, api_keys, audit_entries }
}

export type WorkspaceTables = ReturnType<typeof workspaceTables>
