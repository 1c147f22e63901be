import { sql } from 'drizzle-orm'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'
import type { WorkspaceTables } from './workspaces.ts'

/** A JSON Web Key Set (RFC 7517 section 5): the public keys of a client. */
export interface StoredKeys {
  keys: Record<string, unknown>[]
}

/** The applications that may ask for tokens, and how they prove who they are. */
export function oauthClientTables(column: Columns, { workspaces }: WorkspaceTables) {
  const { table, id, text, time, json, index, primaryKey, foreignKey } = column

  /** Who may ask for tokens: applications of a workspace, dynamic registrations, and client id metadata documents. */
  const oauth_clients = table(
    'oauth_clients',
    {
      /** The `client_id`; of a document its address. */
      id: text().primaryKey(),
      /** Of applications alone. */
      workspace_id: id(),
      kind: text().notNull(),
      name: text().notNull(),
      redirect_uris: json<string[]>().notNull(),
      scopes: json<string[]>().notNull(),
      auth_method: text().notNull(),
      /** Its public keys; of an application with a `jwks_uri` the copy of the last fetch. */
      jwks: json<StoredKeys>(),
      jwks_uri: text(),
      /** The role with which an application gets tokens for itself; null: it cannot. */
      client_credentials_role: text(),
      /** When an application last used a token of its own. */
      last_acted_at: time(),
      /** The network that registered it. */
      source: text(),
      /** Until when a document, or the keys at a `jwks_uri`, need not be fetched again. */
      fresh_until: time(),
      /** The day on which a person last consented, or it last got tokens; unused clients are forgotten. */
      used_at: time(),
      ...timestamps(column),
    },
    (t) => [
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }).onDelete('cascade'),
      index('oauth_clients_newest').on(t.workspace_id, t.created_at, t.id),
      index('oauth_clients_idle').on(t.used_at).where(sql`${t.workspace_id} is null`),
      index('oauth_clients_unused').on(t.created_at).where(sql`${t.used_at} is null and ${t.workspace_id} is null`),
    ],
  )

  const oauth_client_secrets = table(
    'oauth_client_secrets',
    { client_id: text().notNull(), secret_hash: text().notNull(), created_at: time().notNull() },
    (t) => [
      primaryKey({ columns: [t.client_id, t.secret_hash] }),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
    ],
  )

  /** Assertions by which clients have proved who they are: each is good for one request (RFC 7523 section 3). */
  const oauth_assertions = table(
    'oauth_assertions',
    { assertion_hash: text().primaryKey(), expires_at: time().notNull() },
    (t) => [index('oauth_assertions_expiring').on(t.expires_at)],
  )

  /** The access tokens with which applications act as themselves (RFC 6749 section 4.4). */
  const oauth_application_tokens = table(
    'oauth_application_tokens',
    {
      token_hash: text().primaryKey(),
      client_id: text().notNull(),
      /** What the application proved its identity with: the hash of a secret, or the thumbprint of a key (RFC 7638). */
      credential: text().notNull(),
      scopes: json<string[]>().notNull(),
      resource: text().notNull(),
      expires_at: time().notNull(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_application_tokens_client').on(t.client_id),
      index('oauth_application_tokens_expiring').on(t.expires_at),
    ],
  )

  return { oauth_clients, oauth_client_secrets, oauth_assertions, oauth_application_tokens }
}

export type OAuthClientTables = ReturnType<typeof oauthClientTables>
