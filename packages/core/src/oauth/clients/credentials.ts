import { and, eq, notInArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { thumbprintOf } from './keys.ts'

/** Ends all tokens with which an application acts as itself. */
export async function endApplicationTokens(tx: Tx, context: Context, client_id: string): Promise<void> {
  const { oauth_application_tokens: tokens } = tx.tables
  await tx.db.delete(tokens).where(eq(tokens.client_id, client_id))
  await context.tokens.forgetAfter(tx)
}

/** Ends the tokens that an application got with a secret or key that it no longer has. */
export async function endTokensOfRemoved(tx: Tx, context: Context, client_id: string): Promise<void> {
  const { oauth_application_tokens: tokens } = tx.tables
  const credentials = await credentialsOf(tx, client_id)
  const others = credentials.length > 0 ? notInArray(tokens.credential, credentials) : undefined
  const ended = await tx.db
    .delete(tokens)
    .where(and(eq(tokens.client_id, client_id), others))
    .returning({ client_id: tokens.client_id })
  if (ended.length > 0) await context.tokens.forgetAfter(tx)
}

/** What an application can currently prove its identity with: hashes of secrets and thumbprints of keys. */
export async function credentialsOf(reader: Reader, client_id: string): Promise<string[]> {
  const { oauth_clients: clients, oauth_client_secrets: secrets } = reader.tables
  const [client] = await reader.db.select({ jwks: clients.jwks }).from(clients).where(eq(clients.id, client_id))
  const hashes = await reader.db
    .select({ secret_hash: secrets.secret_hash })
    .from(secrets)
    .where(eq(secrets.client_id, client_id))
  return [...hashes.map(({ secret_hash }) => secret_hash), ...(client?.jwks?.keys ?? []).map(thumbprintOf)]
}
