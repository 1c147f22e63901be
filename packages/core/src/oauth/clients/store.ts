import { and, asc, count, eq, getTableColumns, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { newSecret } from '../../ids.ts'
import { hashToken } from '../../secret/seal.ts'
import { prepared, preparedChange, preparedRows, type Reader, type Row, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { DAY_MS, later } from '../../times.ts'
import type { Client, KnownClient } from './client.ts'

/** A stored client, or undefined. */
export async function findStoredClient(reader: Reader, id: string): Promise<Client | undefined> {
  // Only kinds, methods and scopes of the types are written.
  return (await findColumns(reader, 'oauth_clients.find', getTableColumns, id)) as Client | undefined
}

/** The columns of a client that every request needs. */
export async function matchRegistration(reader: Reader, id: string): Promise<KnownClient | undefined> {
  const columnsOf = (clients: Tables['oauth_clients']) => {
    const { id, workspace_id, kind, name, auth_method, jwks, jwks_uri, fresh_until, used_at } = clients
    return { id, workspace_id, kind, name, auth_method, jwks, jwks_uri, fresh_until, used_at }
  }
  // Only kinds and methods of the types are written.
  return (await findColumns(reader, 'oauth_clients.recognise', columnsOf, id)) as KnownClient | undefined
}

/** @param name of the statement */
async function findColumns<R extends Record<string, PgColumn>>(
  reader: Reader,
  name: string,
  columnsOf: (clients: Tables['oauth_clients']) => R,
  id: string,
): Promise<Row<R> | undefined> {
  const [client] = await preparedRows(
    reader,
    name,
    ({ tables }) => columnsOf(tables.oauth_clients),
    ({ db, tables: { oauth_clients: clients } }, columns) =>
      db
        .select(columns)
        .from(clients)
        .where(eq(clients.id, sql.placeholder('id'))),
    { id },
  )
  return client
}

export async function insertClient(tx: Tx, client: Client): Promise<void> {
  await tx.db.insert(tx.tables.oauth_clients).values(client)
}

/** Records that a client was authorised or got tokens, which keeps it. With the precision of a day. */
export async function markUsed(tx: Tx, { id, used_at }: Pick<Client, 'id' | 'used_at'>, at: string): Promise<void> {
  const before = later(at, -DAY_MS)
  if (used_at !== null && used_at >= before) return
  await preparedChange(
    tx,
    'oauth_clients.mark_used',
    ({ db, tables: { oauth_clients: clients } }) =>
      db
        .update(clients)
        .set({ used_at: sql`${sql.placeholder('at')}` })
        .where(
          and(
            eq(clients.id, sql.placeholder('id')),
            or(isNull(clients.used_at), lt(clients.used_at, sql.placeholder('before'))),
          ),
        ),
    { id, at, before },
  )
}

/** The number of unused registrations, of one network or in total. */
export async function countUnused(reader: Reader, source?: string): Promise<number> {
  const { oauth_clients: clients } = reader.tables
  const [row] = await reader.db
    .select({ total: count() })
    .from(clients)
    .where(and(unusedRegistrations(reader), source === undefined ? undefined : eq(clients.source, source)))
  return row?.total ?? 0
}

export function unusedRegistrations({ tables: { oauth_clients: clients } }: Reader) {
  return and(isNull(clients.used_at), eq(clients.kind, 'registration'))
}

/** Deletes clients outside workspaces that were created before a time and never used. */
export async function forgetUnused(tx: Tx, before: string, rows: number): Promise<number> {
  const { oauth_clients: clients } = tx.tables
  const unused = and(isNull(clients.used_at), isNull(clients.workspace_id), lt(clients.created_at, before))
  return forgetSome(tx, unused, rows)
}

/**
 * Deletes clients outside workspaces that had no tokens since a time. Those with a grant are kept: an assistant whose
 * registration is deleted cannot refresh, and must be connected again.
 */
export async function forgetIdle(tx: Tx, since: string, rows: number): Promise<number> {
  const { oauth_clients: clients, oauth_grants: grants } = tx.tables
  const granted = tx.db.select({ id: grants.id }).from(grants).where(eq(grants.client_id, clients.id))
  return forgetSome(tx, and(isNull(clients.workspace_id), lt(clients.used_at, since), notExists(granted)), rows)
}

/** @returns how many were deleted: fewer than `rows` if there are no more */
async function forgetSome(tx: Tx, which: SQL | undefined, rows: number): Promise<number> {
  const { oauth_clients: clients } = tx.tables
  const some = tx.db.select({ id: clients.id }).from(clients).where(which).limit(rows)
  return (await tx.db.delete(clients).where(inArray(clients.id, some)).returning({ id: clients.id })).length
}

/** @returns a new secret of a client, which is not stored in plain text */
export async function addSecret(tx: Tx, client_id: string, at: string): Promise<string> {
  const secret = newSecret('hr_cs_')
  await tx.db
    .insert(tx.tables.oauth_client_secrets)
    .values({ client_id, secret_hash: hashToken(secret), created_at: at })
  return secret
}

/** Deletes the oldest secrets until `count` are left. */
export async function keepNewestSecrets(tx: Tx, client_id: string, count: number): Promise<void> {
  const { oauth_client_secrets: secrets } = tx.tables
  const rows = await tx.db
    .select({ secret_hash: secrets.secret_hash })
    .from(secrets)
    .where(eq(secrets.client_id, client_id))
    .orderBy(asc(secrets.created_at))
  for (const { secret_hash } of rows.slice(0, Math.max(0, rows.length - count)))
    await tx.db.delete(secrets).where(and(eq(secrets.client_id, client_id), eq(secrets.secret_hash, secret_hash)))
}

/** Compared as hashes by an index, so the duration reveals nothing of the secret. */
export async function verifyClientSecret(reader: Reader, client_id: string, secret: string): Promise<boolean> {
  const [found] = await prepared(
    reader,
    'oauth_client_secrets.find',
    ({ db, tables: { oauth_client_secrets: secrets } }) =>
      db
        .select({ client_id: secrets.client_id })
        .from(secrets)
        .where(
          and(
            eq(secrets.client_id, sql.placeholder('client_id')),
            eq(secrets.secret_hash, sql.placeholder('secret_hash')),
          ),
        ),
    { client_id, secret_hash: hashToken(secret) },
  )
  return found !== undefined
}

/** Records that an application used a token of its own. */
export async function touchApplication(tx: Tx, { id, at }: { id: string; at: string }): Promise<void> {
  const { oauth_clients: clients } = tx.tables
  await tx.db.update(clients).set({ last_acted_at: at }).where(eq(clients.id, id))
}
