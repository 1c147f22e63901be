import { sql } from 'drizzle-orm'
import type { MemberMail, Told } from '../../emails/contract.ts'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'
import type { WorkspaceTables } from './workspaces.ts'

/** People, the workspaces they belong to or are asked into, and how they sign in. Long because it is a list. */
export function peopleTables(column: Columns, { workspaces }: WorkspaceTables) {
  const { table, id, text, sortText, integer, boolean, time, json, index, uniqueIndex, primaryKey, foreignKey } = column

  const users = table(
    'users',
    {
      id: id().primaryKey(),
      email: text().notNull(),
      name: text().notNull(),
      /** Of argon2id; null until the person has chosen a password. */
      password_hash: text(),
      /** Set when a second factor is offered; in force from `second_factor_since`. */
      sealed_totp_secret: text(),
      second_factor_since: time(),
      /** The step of the last code that was taken: it and those before it are spent (RFC 6238 section 5.2). */
      totp_step: integer(),
      ...timestamps(column),
    },
    (t) => [uniqueIndex('users_email_unique').on(t.email)],
  )

  const memberships = table(
    'memberships',
    {
      workspace_id: id().notNull(),
      user_id: id().notNull(),
      role: text().notNull(),
      /** Whether an owner or admin gets the mail about enrollments that nobody looks after. */
      gets_unassigned_mail: boolean().notNull().default(true),
      /** The kinds of mail about work that the member has switched off. */
      mail_off: json<MemberMail[]>().notNull().default([]),
      /** When the member is looked at next for the digest; null in a workspace that never had a plan. */
      digest_at: time(),
      /** The date of the last digest, in the time zone of the workspace. */
      digest_on: sortText(),
      /** What turned late until then was told. */
      digest_until: time(),
      /** The things that the member was told of, by key. */
      digest_told: json<Told>().notNull().default({}),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.user_id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }),
      index('memberships_user').on(t.user_id),
      index('memberships_digest').on(t.digest_at, t.workspace_id, t.user_id).where(sql`${t.digest_at} is not null`),
      uniqueIndex('memberships_workspace_id_unique').on(t.workspace_id).where(sql`${t.role} = 'owner'`),
    ],
  )

  const invitations = table(
    'invitations',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      email: text().notNull(),
      role: text().notNull(),
      message: text().notNull(),
      token_hash: text().notNull(),
      invited_by: text().notNull(),
      expires_at: time().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
      uniqueIndex('invitations_email_unique').on(t.workspace_id, t.email),
      uniqueIndex('invitations_token_hash_unique').on(t.token_hash),
    ],
  )

  const sessions = table(
    'sessions',
    {
      id: id().primaryKey(),
      user_id: id().notNull(),
      token_hash: text().notNull(),
      device: text().notNull(),
      last_used_at: time().notNull(),
      expires_at: time().notNull(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
      uniqueIndex('sessions_token_hash_unique').on(t.token_hash),
      index('sessions_user').on(t.user_id),
      index('sessions_expiring').on(t.expires_at),
    ],
  )

  /** Permission to do one thing once: set the instance up, choose a password, finish a sign-in. */
  const tickets = table(
    'tickets',
    {
      token_hash: text().primaryKey(),
      purpose: text().notNull(),
      user_id: id(),
      expires_at: time().notNull(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
      index('tickets_user').on(t.user_id),
      index('tickets_expiring').on(t.expires_at),
    ],
  )

  const recovery_codes = table('recovery_codes', { user_id: id().notNull(), code_hash: text().notNull() }, (t) => [
    primaryKey({ columns: [t.user_id, t.code_hash] }),
    foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
  ])

  return { users, memberships, invitations, sessions, tickets, recovery_codes }
}

export type PeopleTables = ReturnType<typeof peopleTables>
