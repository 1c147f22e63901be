import type { Context } from '../../context.ts'
import type { Client, KnownClient } from './client.ts'
import { findDocumentClient } from './document.ts'
import { findStoredClient, matchRegistration } from './store.ts'

/**
 * A client known from a consent request. A document that was never shown to a person is not fetched: otherwise
 * visitors could make us request any address.
 * @throws OAuthError `invalid_client` if the document has become invalid
 */
export async function findKnownClient(context: Context, client_id: string): Promise<KnownClient | undefined> {
  const known = await context.store.read((reader) => matchRegistration(reader, client_id))
  return known?.kind === 'document' ? findDocumentClient(context, client_id) : known
}

/**
 * The client with an id: an application, a registration, or a document.
 * @throws OAuthError `invalid_client` if the document is unavailable or invalid
 */
export async function findClient(context: Context, client_id: string): Promise<Client | undefined> {
  // Ids generated here never start like this (CIMD section 6).
  if (client_id.startsWith('https://')) return findDocumentClient(context, client_id)
  return context.store.read((reader) => findStoredClient(reader, client_id))
}
