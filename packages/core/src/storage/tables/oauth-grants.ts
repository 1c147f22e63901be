import type { Columns } from '../columns.ts'
import type { OAuthClientTables } from './oauth-clients.ts'
import type { PeopleTables } from './people.ts'
import { timestamps } from './shared.ts'

/** An authorization request that was found to be valid. */
export interface StoredAuthorizationRequest {
  redirect_uri: string
  scopes: string[]
  resource: string
  state: string | null
  code_challenge: string | null
}

/** What people allow applications, from the question to the tokens. Long because it is a list. */
export function oauthGrantTables(
  column: Columns,
  { users, memberships, oauth_clients }: PeopleTables & OAuthClientTables,
) {
  const { table, id, text, time, json, index, primaryKey, foreignKey } = column

  /** What a person is being asked to agree to. */
  const oauth_consents = table(
    'oauth_consents',
    {
      ticket_hash: text().primaryKey(),
      user_id: id().notNull(),
      client_id: text().notNull(),
      request: json<StoredAuthorizationRequest>().notNull(),
      expires_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_consents_expiring').on(t.expires_at),
    ],
  )

  const oauth_codes = table(
    'oauth_codes',
    {
      code_hash: text().primaryKey(),
      workspace_id: id().notNull(),
      user_id: id().notNull(),
      client_id: text().notNull(),
      /** The grant that its redemption makes. */
      grant_id: id().notNull(),
      scopes: json<string[]>().notNull(),
      resource: text().notNull(),
      redirect_uri: text().notNull(),
      code_challenge: text(),
      expires_at: time().notNull(),
      consumed_at: time(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({
        columns: [t.workspace_id, t.user_id],
        foreignColumns: [memberships.workspace_id, memberships.user_id],
      }).onDelete('cascade'),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_codes_expiring').on(t.expires_at),
    ],
  )

  /** One consent of one person for one workspace. It goes with the membership and with the client. */
  const oauth_grants = table(
    'oauth_grants',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      user_id: id().notNull(),
      client_id: text().notNull(),
      scopes: json<string[]>().notNull(),
      /** The audience (RFC 8707): the address of the instance, or that of its MCP endpoint. */
      resource: text().notNull(),
      last_used_at: time(),
      revoked_at: time(),
      revoked_reason: text(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.user_id],
        foreignColumns: [memberships.workspace_id, memberships.user_id],
      }).onDelete('cascade'),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_grants_newest').on(t.workspace_id, t.created_at, t.id),
      index('oauth_grants_user').on(t.workspace_id, t.user_id, t.created_at, t.id),
      // The first column finds the grants of a client, all of them those of one person that are active.
      index('oauth_grants_client_user').on(t.client_id, t.workspace_id, t.user_id, t.revoked_at),
    ],
  )

  const oauth_access_tokens = table(
    'oauth_access_tokens',
    {
      token_hash: text().primaryKey(),
      workspace_id: id().notNull(),
      grant_id: id().notNull(),
      scopes: json<string[]>().notNull(),
      resource: text().notNull(),
      expires_at: time().notNull(),
      /** When it was first used; null while perhaps nobody received it. */
      used_at: time(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({
        columns: [t.workspace_id, t.grant_id],
        foreignColumns: [oauth_grants.workspace_id, oauth_grants.id],
      }).onDelete('cascade'),
      index('oauth_access_tokens_grant').on(t.workspace_id, t.grant_id),
      index('oauth_access_tokens_expiring').on(t.expires_at),
    ],
  )

  const oauth_refresh_tokens = table(
    'oauth_refresh_tokens',
    {
      token_hash: text().primaryKey(),
      workspace_id: id().notNull(),
      grant_id: id().notNull(),
      expires_at: time().notNull(),
      consumed_at: time(),
      /** What was answered when it was consumed, under a key that only the token itself gives. */
      sealed_answer: text(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({
        columns: [t.workspace_id, t.grant_id],
        foreignColumns: [oauth_grants.workspace_id, oauth_grants.id],
      }).onDelete('cascade'),
      index('oauth_refresh_tokens_grant').on(t.workspace_id, t.grant_id),
      index('oauth_refresh_tokens_expiring').on(t.expires_at),
    ],
  )

  return { oauth_consents, oauth_codes, oauth_grants, oauth_access_tokens, oauth_refresh_tokens }
}
