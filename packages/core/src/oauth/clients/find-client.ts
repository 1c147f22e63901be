import type { Context } from '../../context.ts'
import type { Client, KnownClient } from './client.ts'
import { findDocumentClient } from './document.ts'
import { findStoredClient, matchRegistration } from './store.ts'

/**
 * As `findClient`, of those that a person was asked about. A document that nobody was is not fetched: who has not signed in
 * cannot have us call an address.
 * @throws OAuthError `invalid_client` when the document was changed for the worse
 */
export async function findKnownClient(context: Context, client_id: string): Promise<KnownClient | undefined> {
  const known = await context.store.read((reader) => matchRegistration(reader, client_id))
  return known?.kind === 'document' ? findDocumentClient(context, client_id) : known
}

/**
 * The client with an id: an application, a registration, or what the document at that address describes.
 * @throws OAuthError `invalid_client` when there is a document and it cannot be read
 */
export async function findClient(context: Context, client_id: string): Promise<Client | undefined> {
  // Ids that we give out never start like this (CIMD section 6).
  if (client_id.startsWith('https://')) return findDocumentClient(context, client_id)
  return context.store.read((reader) => findStoredClient(reader, client_id))
}
